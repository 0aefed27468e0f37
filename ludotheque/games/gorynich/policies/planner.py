"""The planner: one plan for all heads. Hands are public, so each head finds the same plan and plays its part.

Kernel land. A plan says for every seat, in turn order, what it chooses and how it carries that out. The best plans are
kept from seat to seat (a beam search) and evaluated by the heuristic. No hidden information is used. While cards are
being revealed, the plan from the time of the choice is made again: it predicts what the others have chosen.
The tactician keeps fewer plans, so it misses plans that begin badly and end well.

The states behind the position are: two beams of WIDTH plans, then a stack of plans in the middle of a card.
"""

from ludotheque.games.gorynich.declaration import Action, Decision
from ludotheque.games.gorynich.heuristic import value
from ludotheque.games.gorynich.rules import answer, legal
from ludotheque.games.gorynich.rules.knights import castle_square, is_castle, spared
from ludotheque.games.gorynich.rules.manoeuvres import carry_out, spare_cards, way_step
from ludotheque.games.gorynich.state import FIRE, FULL, KNIGHTS, MANOEUVRE, PASSES, SEATS, WIDTH
from ludotheque.kernel import chacha, clone, decisions, driver, events, kernel, table

DEPTH = 40  # capacity of the stack
BEAM, STACK = 1, 1 + 2 * WIDTH  # where the beams and the stack begin, counted from the position
SPARE = STACK + DEPTH - 2  # unused while the stack is empty; `plan_round` begins from a copy
SCRATCH = 2 * WIDTH + DEPTH
NOBODY = 0  # mask of the viewers of simulated events
OPEN = -1  # in a plan: not decided yet
TACTICIAN, PLANNER = 0, 1
kept = table((4, WIDTH))  # plans kept, by policy


# The beam -------------------------------------------------------------------------------------------------------------


@kernel
def keep(S, i, w, slot, n, at, parent, seat, part, mine):
    """Add plan `S[at]` to the `n` plans from `slot` on if it is good enough; return how many there are then.

    It extends plan `parent` by one part: `seat` chooses `part`. The plan begins with action `mine`.
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
    """Whether two plans of equal value lead to the same board; hands are ignored, so that the kept plans differ."""
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


# The possible plays of a card -----------------------------------------------------------------------------------------


@kernel
def burnable(s, square):
    """The number of knights that fire on `square` would burn."""
    n = 0
    for k in range(s.knights):
        n += s.knight[k] == square and spared(s, k) < 0
    return n


@kernel
def idle(s, action):
    """Whether an action in the middle of a card need not be considered: a fireball that burns nobody."""
    return decisions.kind(s) == Decision.AIM and burnable(s, s.at + way_step[action - Action.BURN]) == 0


@kernel
def least_useful(s, seat):
    """The card that `seat` discards for the Discard counter: an arrow first, the fire last."""
    spare = spare_cards(s, seat)
    for card in range(FIRE):
        if spare >> card & 1 == 1:
            return card
    return MANOEUVRE if spare >> MANOEUVRE & 1 == 1 else FIRE


@kernel
def unfold(S, i, w, out, slot, n, parent, seat, part, mine):
    """Complete the card at the bottom of the stack in every way; return how many plans there are then."""
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
    """Extend plan `S[at]`: `seat` plays `card`, in every way."""
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
    """Extend plan `S[at]`: `seat` passes."""
    clone(S, i + STACK, at)
    s = S[i + STACK]
    s.turn += 1
    s.hand[seat] = FULL
    return keep(S, i, w, slot, n, i + STACK, parent, seat, Action.PASS, w.mine[parent])


@kernel
def go_on(S, i, w, out, slot, n, parent, seat, choosing):
    """Extend a kept plan by everything `seat` may do; return how many plans there are then from `slot` on."""
    at = i + BEAM + parent
    s = S[at]
    if s.over > 0:
        return keep(S, i, w, slot, n, at, parent, seat, Action.PASS, w.mine[parent])
    if choosing or s.choice[seat] == PASSES + 1:
        n = do_nothing(S, i, w, slot, n, at, parent, seat)
        if not choosing:
            return n
    planned = w.plan[seat] - Action.PLAY
    if not choosing and 0 <= planned < PASSES and s.hand[seat] >> planned & 1 == 1:
        return play_card(S, i, w, out, slot, n, at, parent, seat, planned)
    for card in range(PASSES):
        if s.hand[seat] >> card & 1 == 1 and (card != FIRE or burnable(s, s.at) > 0):
            n = play_card(S, i, w, out, slot, n, at, parent, seat, card)
    return n


@kernel
def search(S, i, w, out, n, turn, choosing):
    """Extend the `n` plans of the first beam from `turn` to the end of the round; return the index of the best.

    The final plans are the `w.plans` from `w.slot` on.
    """
    slot = 0
    while turn < S[i].players:
        seat = (S[i].first + turn) % S[i].players
        m = 0
        for k in range(n):
            m = go_on(S, i, w, out, WIDTH - slot, m, slot + k, seat, choosing)
        if m == 0:  # any card that a seat could play would do harm
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
    """Plan a whole round from position `S[i]`, where all choose; return the index of the best plan."""
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
    """Plan the rest of a round in which `seat` is in the middle of its card; return the index of the best plan."""
    recall(S, i, w, out, policy)
    return plan_on(S, i, w, out, seat)


@kernel
def plan_on(S, i, w, out, seat):
    """Plan as above, when `w.plan` already holds what all have chosen; -1 if there is no plan."""
    n = 0
    many = legal(S[i], w, seat, out)
    for a in range(many):
        legal(S[i], w, seat, out)  # list again: `unfold` overwrites the list
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
    """Make the plan from the time of the choice again, and write its part for each seat into `w.plan`."""
    clone(S, i + SPARE, i)
    set_back(S[i])
    best = plan_round(S, i, w, out, policy)
    for p in range(SEATS):
        w.plan[p] = w.part[best * SEATS + p]
    clone(S, i, i + SPARE)


@kernel
def set_back(s):
    """Restore the position in which all chose, from one in the middle of the round."""
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
    """Remove random guesses from a redealt position: every head must start from the same position."""
    for p in range(s.players):
        if p != seat and 0 < s.choice[p] <= PASSES:
            s.choice[p] = 0
    for k in range(8):
        s.key[k] = 0
    chacha.forget(s)


@kernel
def choose(S, i, W, j, seat, policy, out):
    """The action of a policy for `seat`: its part of the plan."""
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
    """The aim of a fireball that can burn nobody: a square that is not the castle."""
    many = legal(s, w, seat, out)
    for a in range(many):
        if not is_castle(s.at + way_step[out[a] - Action.BURN]):
            return out[a]
    return out[0]


@kernel
def best_perch(S, i, w):
    """The action for the castle square where the position has the highest value."""
    best = 0
    most = 0
    for which in range(4):
        S[i].at = castle_square[which]
        worth = value(S[i], w, 0)
        if which == 0 or worth > most:
            best = which
            most = worth
    return Action.PERCH + best
