"""The planner: one plan for all heads. Hands are public, so each finds the same plan by itself and plays its part.

Kernel land. A plan says for every seat, in the order of the round, what it chooses and how it carries that out; the
best ones are kept from seat to seat (a beam search) and judged by the heuristic. Nothing hidden is looked at. While
cards are being revealed, the plan of the moment when all chose is made again: it tells what the others have chosen.
The tactician plans in the same way with less care: it keeps fewer plans, so it misses what begins badly and ends well.

The states behind the position are used so: two beams of WIDTH plans, then a stack of plans in the middle of a card.
"""

from ludotheque.games.gorynich.declaration import Action, Decision
from ludotheque.games.gorynich.heuristic import value
from ludotheque.games.gorynich.rules import answer, legal
from ludotheque.games.gorynich.rules.knights import castle_square, is_castle, spared
from ludotheque.games.gorynich.rules.manoeuvres import carry_out, spare_cards, way_step
from ludotheque.games.gorynich.state import FIRE, FULL, KNIGHTS, MANOEUVRE, PASSES, SEATS, WIDTH
from ludotheque.kernel import chacha, clone, decisions, driver, events, kernel, table

DEPTH = 40  # plans that may wait on the stack
BEAM, STACK = 1, 1 + 2 * WIDTH  # where they begin, counted from the position
SPARE = STACK + DEPTH - 2  # free while nothing is on the stack; `plan_round` begins from a copy
SCRATCH = 2 * WIDTH + DEPTH
NOBODY = 0  # who is told of what is only thought
OPEN = -1  # in a plan: nothing said yet
TACTICIAN, PLANNER = 0, 1
kept = table((4, WIDTH))  # of a policy: how many plans it keeps


# The beam -------------------------------------------------------------------------------------------------------------


@kernel
def keep(S, i, w, slot, n, at, parent, seat, part, mine):
    """Put plan `S[at]` among the `n` from `slot` on if it is good enough; how many there are then.

    It is plan `parent` with one part more: `seat` chooses `part`; it begins with action `mine`.
    """
    worth = value(S[at], w, 0)
    for k in range(slot, slot + n):
        if w.worth[k] == worth and looks_like(S[i + BEAM + k], S[at]):
            return n
    place = slot + n
    if n == w.width:
        place = slot
        for k in range(slot + 1, slot + w.width):
            if w.worth[k] < w.worth[place]:
                place = k
        if worth <= w.worth[place]:
            return n
    clone(S, i + BEAM + place, at)
    w.worth[place] = worth
    w.mine[place] = mine
    for p in range(SEATS):
        w.part[place * SEATS + p] = part if p == seat else w.part[parent * SEATS + p] if parent >= 0 else OPEN
    return min(n + 1, w.width)


@kernel
def looks_like(s, other):
    """Whether two plans that are worth the same lead to the same table; hands aside, so that the kept ones differ."""
    if s.at != other.at:
        return False
    for k in range(s.knights):
        if s.knight[k] != other.knight[k]:
            return False
    return True


@kernel
def best_of(w, slot, n):
    """The best of the `n` plans from `slot` on; the earliest of equals."""
    best = slot
    for k in range(slot + 1, slot + n):
        if w.worth[k] > w.worth[best]:
            best = k
    return best


# What a card may do ---------------------------------------------------------------------------------------------------


@kernel
def burnable(s, square):
    """How many knights fire on `square` would burn."""
    n = 0
    for k in range(s.knights):
        n += s.knight[k] == square and spared(s, k) < 0
    return n


@kernel
def idle(s, action):
    """Whether an action in the middle of a card is not worth a thought: a fireball that burns nobody."""
    return decisions.kind(s) == Decision.AIM and burnable(s, s.at + way_step[action - Action.BURN]) == 0


@kernel
def least_useful(s, seat):
    """The card that `seat` lays down for the Discard counter: an arrow first, the fire last."""
    spare = spare_cards(s, seat)
    for card in range(FIRE):
        if spare >> card & 1 == 1:
            return card
    return MANOEUVRE if spare >> MANOEUVRE & 1 == 1 else FIRE


@kernel
def unfold(S, i, w, out, slot, n, parent, seat, part, mine):
    """Finish in every way the card that is being played on the bottom of the stack; how many plans there are then."""
    depth = 1
    copy = i + STACK + DEPTH - 1
    while depth > 0:
        depth -= 1
        top = i + STACK + depth
        s = S[top]
        if s.depth == 0 or s.over > 0:
            n = keep(S, i, w, slot, n, top, parent, seat, part, mine)
        elif decisions.kind(s) == Decision.DROP:
            who = driver.first(decisions.actors(s))
            events.begin(w, NOBODY)
            answer(s, w, who, Action.DISCARD + least_useful(s, who))
            depth += 1
        else:
            who = driver.first(decisions.actors(s))
            many = legal(s, w, who, out)
            clone(S, copy, top)
            for a in range(many):
                if not idle(S[copy], out[a]):
                    clone(S, i + STACK + depth, copy)
                    events.begin(w, NOBODY)
                    answer(S[i + STACK + depth], w, who, out[a])
                    depth += 1
    return n


@kernel
def play_card(S, i, w, out, slot, n, at, parent, seat, card):
    """Go on from plan `S[at]`: `seat` plays `card`, in every way."""
    clone(S, i + STACK, at)
    s = S[i + STACK]
    s.turn += 1
    s.hand[seat] &= ~(1 << card)
    events.begin(w, NOBODY)
    carry_out(s, w, seat, card)
    mine = w.mine[parent]
    return unfold(S, i, w, out, slot, n, parent, seat, Action.PLAY + card, mine)


@kernel
def do_nothing(S, i, w, slot, n, at, parent, seat):
    """Go on from plan `S[at]`: `seat` passes."""
    clone(S, i + STACK, at)
    s = S[i + STACK]
    s.turn += 1
    s.hand[seat] = FULL
    return keep(S, i, w, slot, n, i + STACK, parent, seat, Action.PASS, w.mine[parent])


@kernel
def go_on(S, i, w, out, slot, n, parent, seat, choosing):
    """All that `seat` may do after a kept plan; how many plans there are then from `slot` on."""
    at = i + BEAM + parent
    s = S[at]
    if s.over > 0:
        return keep(S, i, w, slot, n, at, parent, seat, Action.PASS, w.mine[parent])
    if choosing or s.choice[seat] == PASSES + 1:
        n = do_nothing(S, i, w, slot, n, at, parent, seat)
        if not choosing:
            return n
    told = w.plan[seat] - Action.PLAY
    if not choosing and 0 <= told < PASSES and s.hand[seat] >> told & 1 == 1:
        return play_card(S, i, w, out, slot, n, at, parent, seat, told)
    for card in range(PASSES):
        if s.hand[seat] >> card & 1 == 1 and (card != FIRE or burnable(s, s.at) > 0):
            n = play_card(S, i, w, out, slot, n, at, parent, seat, card)
    return n


@kernel
def search(S, i, w, out, n, turn, choosing):
    """Extend the `n` plans of the first beam from `turn` to the end of the round; where the best one is kept.

    All that are left in the end are the `w.plans` from `w.slot` on.
    """
    slot = 0
    while turn < S[i].players:
        seat = (S[i].first + turn) % S[i].players
        m = 0
        for k in range(n):
            m = go_on(S, i, w, out, WIDTH - slot, m, slot + k, seat, choosing)
        if m == 0:  # every seat that has to play can only harm
            break
        slot = WIDTH - slot
        n = m
        turn += 1
    w.slot = slot
    w.plans = n
    return best_of(w, slot, n)


# Plans ----------------------------------------------------------------------------------------------------------------


@kernel
def plan_round(S, i, w, out, policy):
    """The plan for a whole round from position `S[i]`, in which all are choosing; where it is kept."""
    w.width = kept[policy]
    clone(S, i + BEAM, i)
    s = S[i + BEAM]
    while s.depth > 0:
        decisions.answered(s)
    for p in range(SEATS):
        s.choice[p] = 0
        w.part[p] = OPEN
    w.mine[0] = OPEN
    return search(S, i, w, out, 1, 0, True)


@kernel
def plan_rest(S, i, w, out, seat, policy):
    """The plan for the rest of a round in which `seat` is in the middle of its card; where it is kept."""
    recall(S, i, w, out, policy)
    return plan_on(S, i, w, out, seat)


@kernel
def plan_on(S, i, w, out, seat):
    """The same where `w.plan` says what all have chosen."""
    n = 0
    many = legal(S[i], w, seat, out)
    for a in range(many):
        legal(S[i], w, seat, out)  # again: `unfold` lists actions there, too
        action = out[a]
        if many == 1 or not idle(S[i], action):
            clone(S, i + STACK, i)
            events.begin(w, NOBODY)
            answer(S[i + STACK], w, seat, action)
            n = unfold(S, i, w, out, 0, n, -1, seat, OPEN, action)
    if n == 0:
        return -1
    return search(S, i, w, out, n, S[i].turn, False)


@kernel
def recall(S, i, w, out, policy):
    """Make the plan of the moment when all chose once more: what it says of each seat goes into `w.plan`."""
    clone(S, i + SPARE, i)
    set_back(S[i])
    best = plan_round(S, i, w, out, policy)
    for p in range(SEATS):
        w.plan[p] = w.part[best * SEATS + p]
    clone(S, i, i + SPARE)


@kernel
def set_back(s):
    """Make a position in the middle of the round what it was when all chose."""
    s.at = s.was_at
    s.flame = s.was_flame
    s.turned = 0
    s.nets = 0
    s.using = 0
    for k in range(KNIGHTS):
        s.knight[k] = s.was_knight[k]
        s.start[k] = s.was_start[k]
    for p in range(s.players):
        s.hand[p] = s.was_hand[p]
    s.turn = 0


@kernel
def forget_guesses(s, seat):
    """Drop from a redealt position what was only drawn for it: every head must start from the same thoughts."""
    for p in range(s.players):
        if p != seat and 0 < s.choice[p] <= PASSES:
            s.choice[p] = 0
    for k in range(8):
        s.key[k] = 0
    chacha.forget(s)


@kernel
def choose(S, i, W, j, seat, policy, out):
    """What a policy plays for `seat`: its part of the plan."""
    s = S[i]
    w = W[j]
    decision = decisions.kind(s)
    if decision == Decision.SPEAK:
        return Action.SILENT
    if decision == Decision.DROP:
        return Action.DISCARD + least_useful(s, seat)
    if decision == Decision.PERCH and s.round == 0:
        return best_perch(S, i, w)
    forget_guesses(s, seat)
    if decision == Decision.POINT or decision == Decision.CHOOSE:
        best = plan_round(S, i, w, out, policy)
        if decision == Decision.CHOOSE:
            return w.part[best * SEATS + seat]
        for k in range(s.knights):
            if s.knight[k] >= 0 and S[i + BEAM + best].knight[k] < 0 and s.pointed >> k & 1 == 0:
                return Action.POINT + k
        return Action.ENOUGH
    best = plan_rest(S, i, w, out, seat, policy)
    return w.mine[best] if best >= 0 else harmless_aim(s, w, seat, out)


@kernel
def harmless_aim(s, w, seat, out):
    """For a fireball that can burn nobody: a square that is not the castle."""
    many = legal(s, w, seat, out)
    for a in range(many):
        if not is_castle(s.at + way_step[out[a] - Action.BURN]):
            return out[a]
    return out[0]


@kernel
def best_perch(S, i, w):
    """The castle square from which Gorynich has the best prospects."""
    best = 0
    most = 0
    for which in range(4):
        S[i].at = castle_square[which]
        worth = value(S[i], w, 0)
        if which == 0 or worth > most:
            best = which
            most = worth
    return Action.PERCH + best
