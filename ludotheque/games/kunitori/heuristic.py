"""The value of a Kunitori! position for a seat, in about hundredths of a point: for bots that look ahead.

Kernel land. `value` may use hidden information, because bots only call it on redealt worlds. As the victory piles run
low, points count more and the future value of cards counts less. Purchases, battles and prizes that are about to come
are included.
"""

from ludotheque.games.kunitori.declaration import Decision
from ludotheque.games.kunitori.rules import owned
from ludotheque.games.kunitori.rules.turns import winner
from ludotheque.games.kunitori.rules.war import attack_total, defence_total, prize
from ludotheque.games.kunitori.rules.zones import territory
from ludotheque.games.kunitori.state import AIMING, ATTACHING, BATTLE, BUYING, CLEARING, FIGHTING, NEXT
from ludotheque.games.kunitori.tables import (
    ATTACK,
    COPIES,
    COST,
    DEFENCE,
    FIGHTERS,
    FIRST_OF,
    GENERALS,
    KINDS,
    PLUS_ACTIONS,
    PLUS_MONEY,
    POINTS,
    PRIZES,
    TREASURE,
    UNWANTED,
)
from ludotheque.games.kunitori.worth import ASSET
from ludotheque.kernel import decisions, kernel, table

asset = table(ASSET)
attack_of = table(ATTACK)
copies = table(COPIES)
cost = table(COST)
defence_of = table(DEFENCE)
plus_actions = table(PLUS_ACTIONS)
money_of = table(PLUS_MONEY)
points = table(POINTS)
prizes = table(PRIZES)
unwanted = table(UNWANTED)

TREASURES = FIRST_OF[TREASURE]
EARLY_POINT, LATE_POINT = 65, 120  # the value of a point at the beginning and at the end
LATE_ASSET = 25  # the value of a card at the end, as a percentage of that at the beginning
READINESS = 14  # the value of a point of attack in the territory
AMBUSH = 3  # the average defence that an ambush or reinforcements add
SOON = 90  # per cent: the value of a possible purchase compared with one already made


@kernel
def progress(s):
    """The progress of the match in per cent: how empty the emptiest victory pile is."""
    most = 0
    for n in range(3):
        k = prizes[n]
        gone = 100 - 100 * s.supply[k] // copies[k]
        if gone > most:
            most = gone
    return most


@kernel
def point_worth(far):
    """The value of a point at progress `far`."""
    return EARLY_POINT + (LATE_POINT - EARLY_POINT) * far // 100


@kernel
def gain_worth(k, far):
    """The value of one more card `k` at progress `far`."""
    return points[k] * point_worth(far) + asset[k] * (100 - (100 - LATE_ASSET) * far // 100) // 100


@kernel
def visible_defence(s, p):
    """The defence in the territory of `p`."""
    total = 0
    for k in range(KINDS):
        total += (attack_of[k] + defence_of[k]) * s.stand[p, k]
    return total


@kernel
def strength(s, p):
    """The attack of all cards in the territory of `p`."""
    total = 0
    for k in range(FIGHTERS):
        total += attack_of[k] * territory(s, p, k)
    return total


@kernel
def purchase_worth(s, far):
    """The value of the best purchase that the active player can still make with all their treasures."""
    seat = s.turn
    money = s.money
    for k in range(TREASURES, KINDS):
        money += money_of[k] * s.hand[seat, k]
    worth = 0
    for _ in range(min(s.buys, 3)):
        best = 0
        price = 0
        for k in range(KINDS):
            if s.supply[k] > 0 and cost[k] <= money and (k >= GENERALS or s.top_general == k + 1):
                there = gain_worth(k, far)
                if there > best:
                    best = there
                    price = cost[k]
        worth += best
        money -= price
    return worth * SOON // 100


@kernel
def expected_prize(s, margin, far):
    """The expected value of a battle for the attacker, who wins it by `margin` (loses, if negative)."""
    if margin > 0:
        k = prize(s, margin, True)
        return gain_worth(k, far) if k >= 0 else 0
    if margin < 0:
        k = prize(s, -margin, False)
        return -gain_worth(k, far) // 2 if k >= 0 else 0
    return 0


@kernel
def war_worth(s, far):
    """The expected value of the current war for the active player."""
    worth = 0
    if s.phase == AIMING or s.phase == ATTACHING:
        for p in range(s.players):
            if s.foes >> p & 1 == 1:
                worth += expected_prize(s, strength(s, s.turn) - visible_defence(s, p) - AMBUSH, far)
    elif s.phase == FIGHTING and s.step < CLEARING:
        kind = decisions.kind(s)
        if kind == Decision.DEFEND or s.step != NEXT:
            reserve = AMBUSH if kind == Decision.DEFEND else 0
            worth += expected_prize(s, attack_total(s) - defence_total(s) - reserve, far)
        for p in range(s.players):
            if s.foes >> p & 1 == 1:
                worth += expected_prize(s, strength(s, s.turn) - visible_defence(s, p) - AMBUSH, far)
    return worth


@kernel
def standing(s, seat, far):
    """The value of points, cards, territory, and of what the current turn may still bring."""
    worth = 0
    for k in range(KINDS):
        n = owned(s, seat, k)
        if n > 0:
            worth += n * gain_worth(k, far) - (3 * n * (n - 1) if k < TREASURES else 0)
    for k in range(FIGHTERS):
        worth += READINESS * attack_of[k] * territory(s, seat, k)
    if seat == s.turn and s.phase <= BUYING:
        worth += purchase_worth(s, far)
        if s.phase <= BATTLE:
            worth += 4 * s.actions
            if s.general_played == 1:
                weakest = 99
                for p in range(s.players):
                    if p != seat:
                        weakest = min(weakest, visible_defence(s, p))
                worth += max(0, expected_prize(s, strength(s, seat) - weakest - AMBUSH, far)) * SOON // 100
        else:
            worth += war_worth(s, far)
    if decisions.kind(s) == Decision.PRIZE and decisions.actors(s) == 1 << seat:
        worth += gain_worth(decisions.a(s), far) * SOON // 100
    return worth


@kernel
def value(s, w, seat):
    """The standing of `seat` minus that of the others, the best one counted twice; at the end, the result."""
    if s.over == 1:
        return 100 * s.points[seat] + (100000 if winner(s) == seat else -100000)
    far = progress(s)
    best = -1000000
    total = 0
    for p in range(s.players):
        if p != seat:
            there = standing(s, p, far)
            total += there
            best = max(best, there)
    attacked = 0
    if s.phase == FIGHTING and s.defender == seat and s.step < CLEARING:
        attacked = war_worth(s, far)
    return standing(s, seat, far) - (total + best) // s.players - attacked


@kernel
def turn_begins(s):
    """Whether a decision is pending before a card was played from the hand: there positions can be compared best."""
    kind = decisions.kind(s)
    if kind != Decision.REPLAY and kind != Decision.ACT:
        return False
    for k in range(KINDS):
        if s.fresh[k] > 0:
            return False
    return True


@kernel
def continues(s, seat):
    """Whether `seat` is asked for the rest of a move it has begun."""
    kind = decisions.kind(s)
    return kind > 5 and kind != Decision.DEFEND and kind != Decision.PRIZE
