"""The seer: a planner that simulates the rounds after its plans and takes the plan that wins most often.

Kernel land. The best plans for a round are set aside. After each of them the match is simulated with plans, in worlds
that are the same for all of them: every head draws the same worlds, from sorted decks and a fixed key. If the match is
not over after some rounds, the heuristic evaluates it. Then the worse half is dropped, and the rest is simulated in
twice as many worlds. So every head finds the same plan by itself. The scout does the same with fewer plans, worlds and
rounds. With many players it uses the planner's plan, since simulating takes too long.

The states behind those of the planner are: the plans set aside, the simulated match, scratch states for its plans.
"""

import math

from ludotheque.games.gorynich.declaration import Cause, Decision, Stream
from ludotheque.games.gorynich.heuristic import UNIT, par, value
from ludotheque.games.gorynich.policies.planner import (
    BEAM,
    NOBODY,
    PLANNER,
    SPARE,
    TACTICIAN,
    best_of,
    forget_guesses,
    harmless_aim,
    plan_on,
    plan_round,
    set_back,
)
from ludotheque.games.gorynich.policies.planner import SCRATCH as ROOM
from ludotheque.games.gorynich.policies.planner import choose as choose_by_plan
from ludotheque.games.gorynich.rules.knights import left
from ludotheque.games.gorynich.rules.rounds import begin_silent_round, end_round
from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK, SEATS, WIDTH
from ludotheque.kernel import chacha, clone, decisions, entry_point, events, kernel, piles, table

SCOUT, SEER = 2, 3  # numbers of the policies, after tactician and planner
BROAD = 8  # the most plans that are compared
broad = table((6, BROAD))  # for scout and seer: how many plans they compare
worlds_of = table((2, 16))  # in how many worlds, before the worse half is dropped; then twice as many, and so on
rounds_of = table((4, 6))  # how many rounds they simulate
MANY = 6  # with this many heads tacticians lose what planners win, so planners play the simulated rounds …
FEWER = 4  # … in this many times fewer worlds, to take about as long

ASIDE = 1 + ROOM  # index of the plans set aside, counted from the position
AHEAD = ASIDE + BROAD  # index of the simulated match
SCRATCH = AHEAD + ROOM
TAKEN = -2_000_000_000  # the worth of a plan already copied: less than any other
CERTAIN = 1000  # the value of a win
STEPS, FAR = 8, 48  # the curve is sampled at STEPS points per unit, FAR points to either side
curve = table([round(CERTAIN / (1 + math.exp(-x / STEPS))) for x in range(-FAR, FAR + 1)])


# Worlds ---------------------------------------------------------------------------------------------------------------


@kernel
def promise(s, w):
    """The probability that the team wins from here, in thousandths."""
    if s.over > 0:
        return CERTAIN * (s.over == Cause.ALL_BURNT)
    x = (value(s, w, 0) - par(s)) * STEPS // UNIT
    return curve[min(max(x, -FAR), FAR) + FAR]


@kernel
def put_in_order(s, deck):
    """Sort a deck: every head must begin to shuffle from the same order."""
    n = s.count[deck]
    for i in range(n):
        least = 0
        for k in range(1, n - i):
            if piles.get(s, deck, k) < piles.get(s, deck, least):
                least = k
        piles.push(s, deck, piles.remove(s, deck, least), 0)


@kernel
def draw_world(s, number):
    """Set everything hidden, and all random events to come, as in world `number`."""
    for k in range(8):
        s.key[k] = 0
    s.key[0] = number + 1
    s.key[1] = s.round
    chacha.forget(s)
    for deck in range(KNIGHT_DECK, GORYNICH_DECK + 1):
        put_in_order(s, deck)
        piles.shuffle(s, deck, Stream.REDEAL)


@kernel
def outcome(S, i, w, out, plan, number, policy):
    """The result of a plan set aside in a world, in thousandths of a win."""
    j = i + AHEAD
    clone(S, j, i + ASIDE + plan)
    draw_world(S[j], number)
    follower = PLANNER if S[j].players >= MANY else TACTICIAN
    rounds = 0
    while S[j].over == 0 and rounds < rounds_of[policy - SCOUT]:
        events.begin(w, NOBODY)
        end_round(S[j], w)
        if S[j].over == 0:
            begin_silent_round(S[j], w)
        if S[j].over == 0:
            best = plan_round(S, j, w, out, follower)
            clone(S, j, j + BEAM + best)
        rounds += 1
    return promise(S[j], w)


# Plans ----------------------------------------------------------------------------------------------------------------


@kernel
def lay_aside(S, i, w, policy):
    """Copy the best of the plans just made, the best first; return how many."""
    n = min(w.plans, broad[policy - SCOUT])
    for c in range(n):
        best = best_of(w, w.slot, w.plans)
        clone(S, i + ASIDE + c, i + BEAM + best)
        w.aside_mine[c] = w.mine[best]
        for p in range(SEATS):
            w.aside_part[c * SEATS + p] = w.part[best * SEATS + p]
        w.worth[best] = TAKEN
    return n


@kernel
def foreseen(S, i, w, out, policy):
    """The index of the plan with the best simulated result, among the plans just made."""
    n = lay_aside(S, i, w, policy)
    if S[i + ASIDE].over == Cause.ALL_BURNT:
        return 0
    for c in range(n):
        w.result[c] = 0
    compared = (1 << n) - 1
    many = n
    number = 0
    worlds = worlds_of[policy - SCOUT]
    if S[i].players >= MANY:
        worlds //= FEWER
    while many > 1:
        for _ in range(worlds):
            for c in range(n):
                if compared >> c & 1 == 1:
                    w.result[c] += outcome(S, i, w, out, c, number, policy)
            number += 1
        for _ in range(many // 2):
            compared &= ~(1 << worst_of(w, n, compared))
        many -= many // 2
        worlds *= 2
    return worst_of(w, n, compared)  # only one is left


@kernel
def worst_of(w, n, compared):
    """The plan of a mask with the worst result; of equals, the one with the lower heuristic value."""
    worst = -1
    for c in range(n):
        if compared >> c & 1 == 1 and (worst < 0 or w.result[c] <= w.result[worst]):
            worst = c
    return worst


@kernel
def foresee_round(S, i, w, out, policy):
    """The best plan for a whole round from position `S[i]`, where all choose."""
    plan_round(S, i, w, out, PLANNER)
    return foreseen(S, i, w, out, policy)


@kernel
def foresee_rest(S, i, w, out, seat, policy):
    """The best plan for the rest of a round in which `seat` is in the middle of its card; -1 if there is none."""
    clone(S, i + SPARE, i)
    set_back(S[i])
    best = foresee_round(S, i, w, out, policy)
    for p in range(SEATS):
        w.plan[p] = w.aside_part[best * SEATS + p]
    clone(S, i, i + SPARE)
    w.width = WIDTH  # the simulation may have used fewer plans
    return foreseen(S, i, w, out, policy) if plan_on(S, i, w, out, seat) >= 0 else -1


@kernel
def foresees(s, policy):
    """Whether a policy simulates what follows its plans: the seer, and the scout with few players."""
    return policy == SEER or (policy == SCOUT and s.players < MANY)


@kernel
def choose(S, i, W, j, seat, policy, out):
    """The action of a policy for `seat`. Seer and scout begin, point and discard as the planner does."""
    s = S[i]
    w = W[j]
    decision = decisions.kind(s)
    if not foresees(s, policy):
        return choose_by_plan(S, i, W, j, seat, min(policy, PLANNER), out)
    if decision == Decision.SPEAK or decision == Decision.POINT or decision == Decision.DROP or s.round == 0:
        return choose_by_plan(S, i, W, j, seat, PLANNER, out)
    forget_guesses(s, seat)
    if decision == Decision.CHOOSE:
        return w.aside_part[foresee_round(S, i, w, out, policy) * SEATS + seat]
    best = foresee_rest(S, i, w, out, seat, policy)
    return w.aside_mine[best] if best >= 0 else harmless_aim(s, w, seat, out)


# Reasons --------------------------------------------------------------------------------------------------------------


@entry_point
def intend(S, W, out, seat, policy):
    """Summarise the plan that `seat` follows when it points or chooses, in one number.

    It is the seat's part of the plan, plus 128 times the number of knights burnt, plus 4096 if the plan wins, plus 8192
    times the number of the knight that is most urgent afterwards.
    """
    w = W[0]
    before = left(S[0])
    forget_guesses(S[0], seat)
    if foresees(S[0], policy) and decisions.kind(S[0]) == Decision.CHOOSE:
        best = foresee_round(S, 0, w, out, policy)
        part = w.aside_part[best * SEATS + seat]
        at = ASIDE + best
    else:
        best = plan_round(S, 0, w, out, min(policy, PLANNER))
        part = w.part[best * SEATS + seat]
        at = BEAM + best
    after = S[at]
    urgent = 0
    for k in range(after.knights):
        if after.knight[k] >= 0:
            if urgent == 0 or after.far[after.knight[k]] < after.far[after.knight[urgent - 1]]:
                urgent = k + 1
    return part + 128 * (before - left(after)) + 4096 * (after.over == Cause.ALL_BURNT) + 8192 * urgent
