"""Three simple policies for studies of balance: one buys treasures and land, one an army, one both.

Each legal action gets a number, and the highest is taken. The policies differ in what they buy. All of them deploy
troops, attack when they clearly beat the visible defence, and take prizes.
"""

from ludotheque.games.kunitori.declaration import Action, Decision
from ludotheque.games.kunitori.heuristic import (
    TREASURES,
    asset,
    attack_of,
    cost,
    gain_worth,
    point_worth,
    points,
    progress,
    strength,
    visible_defence,
)
from ludotheque.games.kunitori.rules import legal, owned
from ludotheque.games.kunitori.rules.effects import category, plus_actions, plus_cards, plus_money
from ludotheque.games.kunitori.state import SEATS
from ludotheque.games.kunitori.tables import (
    FIGHTERS,
    GENERALS,
    JOINT_WAR,
    KINDS,
    STRATEGY,
    TRASH_RETURN,
    TREASURE,
)
from ludotheque.games.kunitori.worth import MIDDLING, POOREST, TASTE
from ludotheque.kernel import decisions, kernel, table

POLICIES = ("money", "army", "mixed")
SCRATCH = 0
REDEALT = False  # they use only open cards and their own hand
MONEY, ARMY, MIXED = range(3)
MARGIN = 3  # the margin, as far as visible, by which a war must be won
SILVERS, GENERALS_WANTED = 4, 2  # what an army needs before it grows

taste = table(TASTE)  # by policy and category, in per cent of a card's worth


@kernel
def choose(S, i, W, j, seat, policy, out):
    """The action of `seat` that the policy prefers."""
    s = S[i]
    if decisions.kind(s) == Decision.BUY:  # no need to list purchases while there is a treasure to play
        for k in range(KINDS - 1, TREASURES - 1, -1):
            if category[k] == TREASURE and s.hand[seat, k] > 0:
                return Action.PAY + k
    n = legal(s, W[j], seat, out)
    if n == 1:
        return out[0]
    far = progress(s)
    best = out[0]
    most = liking(s, seat, policy, best, far)
    for at in range(1, n):
        there = liking(s, seat, policy, out[at], far)
        if there > most:
            most = there
            best = out[at]
    return best


@kernel
def liking(s, seat, policy, action, far):
    """The preference of a policy for a legal action; ending a phase is 0."""
    if action < Action.AIM:
        return liking_plain(s, seat, action)
    if action < Action.REPLAY:
        return liking_seat(s, seat, action)
    k = (action - Action.REPLAY) % KINDS
    return liking_card(s, seat, policy, action - k, k, far)


@kernel
def liking_plain(s, seat, action):
    """The preference for an action that names neither card nor seat."""
    if action == Action.WAR:
        for p in range(s.players):
            if p != seat and strength(s, seat) >= visible_defence(s, p) + MARGIN:
                return 100
        return -1
    if action == Action.AMBUSH:
        hidden = 0
        for k in range(FIGHTERS):
            hidden += attack_of[k] * s.hand[seat, k]
        return 50 if hidden > 1 else 0
    if action == Action.REINFORCEMENTS:
        return 20
    if action == Action.TAKE_PRIZE or action == Action.ACCEPT:
        return 100
    if action == Action.CHOOSE + TRASH_RETURN:
        return 50 if s.hand[seat, POOREST] > 0 else -50
    if action == Action.CHOOSE + JOINT_WAR:
        return 50 if strength(s, seat) >= 4 else -50
    return 0


@kernel
def liking_seat(s, seat, action):
    """The preference for an action against or with a player: attack the weakest, rob the richest."""
    other = (action - Action.AIM) % SEATS
    if action < Action.ALLY:
        return strength(s, seat) - visible_defence(s, other) - MARGIN
    if action < Action.AGAINST:
        return strength(s, seat) + strength(s, other) - 7
    if action < Action.ROB:
        return 100 - visible_defence(s, other)
    return 100 + s.points[other]


@kernel
def liking_card(s, seat, policy, verb, k, far):
    """The preference for an action with a card."""
    if verb == Action.PLAY:
        return liking_play(s, seat, k)
    if verb == Action.BUY or verb == Action.GAIN:
        return wish(s, seat, policy, k, far)
    if verb == Action.RECALL:
        return -1
    if verb == Action.KEEP:
        return 10 if policy != MONEY and asset[k] >= 50 else -1
    if verb == Action.TRASH:
        return 1000 - 100 * points[k] - asset[k]
    if verb == Action.LAY or verb == Action.STRIKE or verb == Action.STRIKE_JOINED or verb == Action.FETCH:
        return attack_of[k] if attack_of[k] > 0 else -1
    if verb == Action.SHOW or verb == Action.STEAL or verb == Action.TOP:
        return 1 + cost[k]
    if verb >= Action.TRAP:
        return -attack_of[k] if (verb - Action.TRAP) // KINDS == seat else attack_of[k]
    return 0


@kernel
def liking_play(s, seat, k):
    """The preference for playing an action card: those that bring actions first, then cards, then the rest."""
    if plus_actions[k] > 0:
        return 1000 * plus_actions[k] + attack_of[k]
    if category[k] == STRATEGY:
        return 40 if asset[k] > 0 and s.hand_n[seat] > 1 else -1
    return 100 + 100 * plus_cards[k] + 50 * plus_money[k] + attack_of[k]


@kernel
def wish(s, seat, policy, k, far):
    """The preference of a policy for owning one more card; 0 if it is below 20."""
    land = points[k] * point_worth(far)
    worth = land + (gain_worth(k, far) - land) * taste[policy, category[k]] // 100
    if policy != MONEY and far < 60:
        if k == MIDDLING and owned(s, seat, k) < SILVERS:
            worth += 90
        if k < GENERALS:
            led = 0
            for g in range(GENERALS):
                led += owned(s, seat, g)
            worth += 60 if led < GENERALS_WANTED else -200
    if category[k] == STRATEGY or (k >= FIGHTERS and plus_actions[k] == 0 and category[k] < TREASURE - 1):
        worth -= 40 * owned(s, seat, k)
    return worth - 20
