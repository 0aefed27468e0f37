"""Piles against the simplest model: a list of (card, mask) for each zone."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ludotheque.games.lampions.state import DECK, HAND, PILES, STATE, WORK
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVERYONE, SPECTATOR

piles = load("ludotheque.games.lampions", "plain").module("ludotheque.kernel.piles")
ZONES = (HAND, HAND + 1, DECK)
ROOM = 12
CARD = st.integers(0, 5)
MASK = st.integers(0, EVERYONE)


def lay(s, zone, cards):
    for card, mask in cards:
        piles.push(s, zone, card, mask)


def content(s, zone):
    base = PILES.base[zone]
    return [(s.card[at], s.known[at]) for at in range(base, base + s.count[zone])]


class PileMachine(RuleBasedStateMachine):
    """Any sequence of operations leaves piles and model the same."""

    def __init__(self):
        super().__init__()
        self.s = STATE.plain()
        self.s.key[:] = range(8)
        self.model: dict[int, list[tuple[int, int]]] = {zone: [] for zone in ZONES}

    @rule(zone=st.sampled_from(ZONES), card=CARD, mask=MASK)
    def push(self, zone, card, mask):
        if len(self.model[zone]) < ROOM:
            piles.push(self.s, zone, card, mask)
            self.model[zone].append((card, mask))

    @rule(zone=st.sampled_from(ZONES), card=CARD, mask=MASK)
    def push_bottom(self, zone, card, mask):
        if len(self.model[zone]) < ROOM:
            piles.push_bottom(self.s, zone, card, mask)
            self.model[zone].insert(0, (card, mask))

    @precondition(lambda self: any(self.model.values()))
    @rule(data=st.data())
    def pop(self, data):
        zone = data.draw(st.sampled_from([zone for zone in ZONES if self.model[zone]]))
        assert piles.pop(self.s, zone) == self.model[zone].pop()[0]

    @precondition(lambda self: any(self.model.values()))
    @rule(data=st.data())
    def remove(self, data):
        zone = data.draw(st.sampled_from([zone for zone in ZONES if self.model[zone]]))
        i = data.draw(st.integers(0, len(self.model[zone]) - 1))
        assert piles.remove(self.s, zone, i) == self.model[zone].pop(i)[0]

    @rule(zone=st.sampled_from(ZONES), card=CARD)
    def take(self, zone, card):
        before = self.model[zone]
        took = piles.take(self.s, zone, card)
        assert took == any(c == card for c, _ in before)
        after = content(self.s, zone)
        if took:
            slot = next(i for i, (c, _) in enumerate(before) if c == card)
            assert [c for c, _ in after] == [c for i, (c, _) in enumerate(before) if i != slot]
            for bit in range(8):
                for kind in range(6):
                    knew = sum(1 for c, mask in before if c == kind and mask >> bit & 1)
                    knows = sum(1 for c, mask in after if c == kind and mask >> bit & 1)
                    assert knows == (max(0, knew - 1) if kind == card else knew)
        else:
            assert after == before
        self.model[zone] = after

    @rule(zone=st.sampled_from(ZONES), mask=MASK)
    def show(self, zone, mask):
        piles.show(self.s, zone, mask)
        self.model[zone] = [(card, known | mask) for card, known in self.model[zone]]

    @rule(zone=st.sampled_from(ZONES))
    def shuffle(self, zone):
        before = Counter(card for card, _ in self.model[zone])
        piles.shuffle(self.s, zone, 0)
        self.model[zone] = content(self.s, zone)
        assert Counter(card for card, _ in self.model[zone]) == before
        assert all(mask == 0 for _, mask in self.model[zone])

    @rule(zone=st.sampled_from(ZONES), bit=st.sampled_from([1, 2, 1 << SPECTATOR]))
    def settle(self, zone, bit):
        piles.settle(self.s, zone, bit)
        after = content(self.s, zone)
        assert Counter(after) == Counter(self.model[zone])
        known = [slot for slot in after if slot[1] & bit]
        assert after[: len(known)] == sorted(known)
        assert [mask for _, mask in after[len(known) :]] == sorted(mask for _, mask in after[len(known) :])
        self.model[zone] = after

    @invariant()
    def same(self):
        for zone in ZONES:
            assert content(self.s, zone) == self.model[zone]
            for card in range(6):
                cards = [c for c, _ in self.model[zone]]
                assert piles.find(self.s, zone, card) == (cards.index(card) if card in cards else -1)
                assert piles.tally(self.s, zone, card) == cards.count(card)
            for i, (card, mask) in enumerate(self.model[zone]):
                assert (piles.get(self.s, zone, i), piles.mask_of(self.s, zone, i)) == (card, mask)

    @invariant()
    def freed_slots_are_clear(self):
        """Freed slots are cleared: equal piles are equal bytes."""
        for zone in ZONES:
            base = PILES.base[zone]
            rest = range(base + self.s.count[zone], base + PILES.capacity[zone])
            assert all(self.s.card[at] == 0 and self.s.known[at] == 0 for at in rest)


TestPiles = PileMachine.TestCase
TestPiles.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def test_taking_by_kind_leaves_knowledge_of_one_less():
    s = STATE.plain()
    lay(s, HAND, [(3, 0b001), (3, 0b111), (2, 0b111)])
    assert piles.take(s, HAND, 3)
    # Seat 1 and 2 knew of one 3 in the hand. It may have been this one: they know of none any more.
    assert content(s, HAND) == [(3, 0b001), (2, 0b111)]


def test_a_viewer_who_knew_of_two_copies_knows_of_one():
    s = STATE.plain()
    lay(s, HAND, [(3, 0b001), (3, 0b011), (3, 0b011)])
    assert piles.take(s, HAND, 3)
    assert content(s, HAND) == [(3, 0b001), (3, 0b011)]


def test_shuffle_reaches_every_order_equally_often():
    seen: Counter[tuple[int, ...]] = Counter()
    s = STATE.plain()
    for _ in range(2400):
        s.count[DECK] = 0
        lay(s, DECK, [(card, 0) for card in range(4)])  # always from the same order
        piles.shuffle(s, DECK, 0)
        seen[tuple(card for card, _ in content(s, DECK))] += 1
    assert len(seen) == 24
    chi_square = sum((times - 100) ** 2 / 100 for times in seen.values())
    assert chi_square < 23 + 4 * 46**0.5  # four standard deviations


@given(st.lists(st.tuples(CARD, MASK), max_size=12), st.lists(st.tuples(CARD, MASK), max_size=12), st.integers(0, 99))
def test_redealing_moves_only_what_is_unknown(hand, deck, key):
    s, w = STATE.plain(), WORK.plain()
    s.key[0] = key
    bit = 2
    lay(s, HAND, hand)
    lay(s, DECK, deck)
    piles.pool_clear(w)
    for zone in (HAND, DECK):
        piles.pool_collect(s, w, zone, bit)
    assert w.pool_size == sum(1 for _, mask in [*hand, *deck] if not mask & bit)
    piles.pool_mix(s, w, 2)
    for zone in (HAND, DECK):
        piles.pool_deal(s, w, zone, bit)
    assert w.pool_size == 0
    assert Counter(c for c, _ in content(s, HAND) + content(s, DECK)) == Counter(c for c, _ in [*hand, *deck])
    for zone, before in ((HAND, hand), (DECK, deck)):
        for (now, mask), (then, was) in zip(content(s, zone), before, strict=True):
            assert mask == was
            assert now == then or not mask & bit


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_mixed_pool_depends_on_its_content_alone(one, other):
    mixed = []
    for cards in (one, other):
        s, w = STATE.plain(), WORK.plain()
        piles.pool_clear(w)
        for card in cards:
            piles.pool_add(w, card)
        piles.pool_mix(s, w, 2)
        mixed.append(w.pool[: w.pool_size])
    assert mixed[0] == mixed[1]
