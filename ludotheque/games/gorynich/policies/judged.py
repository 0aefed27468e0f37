"""Plans whose ends a network judges: the planner's, each carried out to the end of its round. Kernel land.

What a plan leads to is certain once the cards of the round lie open, but for a knight that comes back by chance. All
that the network is shown is public, so every head finds the same plan by itself, in the middle of a round as at its
beginning. A plan that wins needs no judge, and one that loses gets none.
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
from ludotheque.games.gorynich.rules.rounds import begin_round, end_round
from ludotheque.games.gorynich.state import GORYNICH_DECK, KNIGHT_DECK, SEATS, WIDTH
from ludotheque.kernel import clone, decisions, driver, events, kernel, piles

OFFERED = WIDTH  # plans at most
ENDS = 1 + ROOM  # where they are laid aside, counted from the position
LATER = ENDS + OFFERED  # where the next round is thought of
FURTHER = 8  # plans for it whose ends are looked at
SCRATCH = LATER + ROOM
TAKEN = -2_000_000_000  # what a plan is worth that was laid aside: less than any other


@kernel
def offer(S, i, w, rows):
    """Lay the plans just made aside, the best first, and write down where each leads; how many."""
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
def look(S, i, W, j, seat, stage, best, rows, out):
    """What `seat` does, as -1 - action; or how many plans there are to be judged first.

    Their ends are then written in `rows`. Asked again with the next `stage`, it is told which was judged best.
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
    """Point at a knight that burns on the way to `end`, if there is one left."""
    for k in range(s.knights):
        if s.knight[k] >= 0 and end.knight[k] < 0 and s.pointed >> k & 1 == 0:
            return Action.POINT + k
    return Action.ENOUGH


# The next round -------------------------------------------------------------------------------------------------------


@kernel
def bring_up(s, deck, place):
    """Let the card in that place of a deck be the next one."""
    piles.push(s, deck, piles.remove(s, deck, place), 0)


@kernel
def alike(s, deck, place):
    """How many cards of a deck are like the one in that place; 0 if one before it is: then they are counted there."""
    n = 0
    for k in range(s.count[deck]):
        if piles.get(s, deck, k) == piles.get(s, deck, place):
            if k < place:
                return 0
            n += 1
    return n


@kernel
def look_ahead(S, i, W, j, plan, rows, world, weight, sure, out):
    """What may come after a plan that is offered: a world for each two cards that the next round may begin with.

    World k is that likely as `weight[k]` says; `sure[k]` is 1 if it is lost then, whatever is done, 2 if a plan wins,
    else 0, and the ends of the best plans there are the rows whose `world` it is. How many rows, plus 4096 times how
    many worlds.
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
                begin_round(S[at], w)
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
    """Write down the ends of the best plans just made, from row `n` on; or what is sure of this world instead."""
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
    """What all heads together may do in `S[i]`, in which they are choosing: how many plans; the best is the first."""
    plan_round(S, i, W[j], out, PLANNER)
    return offer(S, i, W[j], rows)


@kernel
def begin(S, i, W, j):
    """From the set-up to where all choose for the first time."""
    s = S[i]
    events.begin(W[j], NOBODY)
    if decisions.kind(s) == Decision.PERCH:
        place = best_perch(S, i, W[j])
        answer(s, W[j], driver.first(decisions.actors(s)), place)
    if s.round == 0:
        begin_round(s, W[j])


@kernel
def follow(S, i, W, j):
    """From the end of a plan to where all choose again. Nobody speaks or points."""
    if S[i].over == 0:
        events.begin(W[j], NOBODY)
        begin_round(S[i], W[j])
