"""Plans judged by a network: the planner's plans, each played to the end of its round. Kernel land.

The end of a plan is certain once the cards of the round are open, except for a knight that returns at random. The
network sees public information only, so every head finds the same plan by itself, also in the middle of a round. A plan
that wins is taken without the network; one that loses is offered only if there is no other.
"""

from ludotheque.games.gorynich.declaration import Action, Cause, Decision
from ludotheque.games.gorynich.policies.outlook import blot_out, write_outlook
from ludotheque.games.gorynich.policies.planner import (
    BEAM,
    NOBODY,
    PLANNER,
    SPARE,
    best_of,
    best_perch,
    forget_guesses,
    harmless_aim,
    plan_on,
    plan_round,
    set_back,
)
from ludotheque.games.gorynich.policies.planner import SCRATCH as ROOM
from ludotheque.games.gorynich.policies.planner import choose as choose_by_plan
from ludotheque.games.gorynich.rules import answer
from ludotheque.games.gorynich.rules.rounds import begin_silent_round, end_round
from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK, SEATS, WIDTH
from ludotheque.kernel import clone, decisions, driver, events, kernel, piles

OFFERED = WIDTH  # the most plans offered
ENDS = 1 + ROOM  # index of the ends of the plans, counted from the position
LATER = ENDS + OFFERED  # index of the scratch states for the next round
FURTHER = 8  # the most plans for the next round that are judged
SCRATCH = LATER + ROOM
TAKEN = -2_000_000_000  # the worth of a plan already copied: less than any other


@kernel
def offer(S, i, w, rows):
    """Copy the plans just made, the best first, and write an observation of each end into `rows`; return how many."""
    n = 0
    for _ in range(w.plans):
        best = best_of(w, w.slot, w.plans)
        w.worth[best] = TAKEN
        ends = S[i + BEAM + best].over
        if ends != 0 and ends != Cause.ALL_BURNT and n > 0:
            break
        at = i + ENDS + n
        clone(S, at, i + BEAM + best)
        w.aside_mine[n] = w.mine[best]
        for p in range(SEATS):
            w.aside_part[n * SEATS + p] = w.part[best * SEATS + p]
        if ends == 0:
            events.begin(w, NOBODY)
            end_round(S[at], w)
            write_outlook(S[at], w, rows[n])
        else:
            blot_out(rows[n])
        n += 1
        if ends != 0:
            break
    return n


@kernel
def look(S, i, W, j, seat, stage, best, rows, out):  # plain-words: ignore (named in docs/bots.md)
    """Return the action of `seat` as -1 - action, or the number of plans to judge first.

    In the second case `rows` holds their ends. Call it again with the next `stage` and the best plan.
    """
    s = S[i]
    w = W[j]
    decision = decisions.kind(s)
    if decision == Decision.SPEAK or decision == Decision.DROP or s.round == 0:
        return -1 - choose_by_plan(S, i, W, j, seat, PLANNER, out)
    choosing = decision == Decision.POINT or decision == Decision.CHOOSE
    if stage == 0:
        forget_guesses(s, seat)
        if not choosing:
            clone(S, i + SPARE, i)
            set_back(s)
        plan_round(S, i, w, out, PLANNER)
        return offer(S, i, w, rows)
    if decision == Decision.CHOOSE:
        return -1 - w.aside_part[best * SEATS + seat]
    if choosing:
        return -1 - pointing(s, S[i + ENDS + best])
    if stage == 1:
        for p in range(SEATS):
            w.plan[p] = w.aside_part[best * SEATS + p]
        clone(S, i, i + SPARE)
        if plan_on(S, i, w, out, seat) < 0:
            return -1 - harmless_aim(s, w, seat, out)
        return offer(S, i, w, rows)
    return -1 - w.aside_mine[best]


@kernel
def pointing(s, end):
    """The action that points at a knight that burns on the way to `end`; if there is none, the action to stop."""
    for k in range(s.knights):
        if s.knight[k] >= 0 and end.knight[k] < 0 and s.pointed >> k & 1 == 0:
            return Action.POINT + k
    return Action.ENOUGH


# The next round -------------------------------------------------------------------------------------------------------


@kernel
def bring_up(s, deck, place):
    """Move the card at this place of a deck to its top."""
    piles.push(s, deck, piles.remove(s, deck, place), 0)


@kernel
def alike(s, deck, place):
    """The number of cards of a deck equal to the one at this place; 0 if an earlier one is equal, which counts them."""
    n = 0
    for k in range(s.count[deck]):
        if piles.get(s, deck, k) == piles.get(s, deck, place):
            if k < place:
                return 0
            n += 1
    return n


@kernel
def look_ahead(S, i, W, j, plan, rows, world, weight, sure, out):
    """Find what may follow an offered plan: a world for each pair of cards that the next round may begin with.

    The probability of world k is proportional to `weight[k]`. `sure[k]` is 1 if it is certainly lost, 2 if some plan
    wins it, else 0; in that case the ends of its best plans are the rows with `world` k. Return the number of rows,
    plus 4096 times the number of worlds.
    """
    w = W[j]
    end = i + ENDS + plan
    at = i + LATER
    n = 0
    worlds = 0
    for a in range(S[end].count[KNIGHT_DECK]):
        for b in range(S[end].count[GORYNICH_DECK]):
            likely = alike(S[end], KNIGHT_DECK, a) * alike(S[end], GORYNICH_DECK, b)
            if likely > 0:
                clone(S, at, end)
                bring_up(S[at], KNIGHT_DECK, a)
                bring_up(S[at], GORYNICH_DECK, b)
                events.begin(w, NOBODY)
                begin_silent_round(S[at], w)
                weight[worlds] = likely
                sure[worlds] = 1 + (S[at].over == Cause.ALL_BURNT)
                if S[at].over == 0:
                    plan_round(S, at, w, out, PLANNER)
                    sure[worlds] = further(S, at, w, rows, world, worlds, n)
                    if sure[worlds] == 0:
                        while n < len(world) and world[n] == worlds:
                            n += 1
                worlds += 1
    return n + 4096 * worlds


@kernel
def further(S, i, w, rows, world, number, n):
    """Write the ends of the best plans just made, from row `n` on; return `sure` of this world."""
    sure = 1
    for _ in range(min(w.plans, FURTHER)):
        best = best_of(w, w.slot, w.plans)
        w.worth[best] = TAKEN
        s = S[i + BEAM + best]
        if s.over == Cause.ALL_BURNT:
            return 2
        if s.over != 0 or n == len(world):
            break
        events.begin(w, NOBODY)
        end_round(s, w)
        write_outlook(s, w, rows[n])
        world[n] = number
        n += 1
        sure = 0
    if n < len(world):
        world[n] = -1
    return sure


# Whole matches, for learning ------------------------------------------------------------------------------------------


@kernel
def all_offers(S, i, W, j, rows, out):
    """Make plans for all heads in `S[i]`, where they choose; return how many. The best one is the first."""
    plan_round(S, i, W[j], out, PLANNER)
    return offer(S, i, W[j], rows)


@kernel
def begin(S, i, W, j):
    """Play from the set-up to the first choice of all."""
    s = S[i]
    events.begin(W[j], NOBODY)
    if decisions.kind(s) == Decision.PERCH:
        place = best_perch(S, i, W[j])
        answer(s, W[j], driver.first(decisions.actors(s)), place)
    if s.round == 0:
        begin_silent_round(s, W[j])


@kernel
def follow(S, i, W, j):
    """Play from the end of a plan to the next choice of all. Nobody speaks or points."""
    if S[i].over == 0:
        events.begin(W[j], NOBODY)
        begin_silent_round(S[i], W[j])
