"""Information-set Monte-Carlo tree search, in kernel land.

Every simulation deals a new world that the searching seat can't tell from the real one, walks down one tree that all
worlds share, adds a node and evaluates the position there with the game's heuristic, partly with its value network.
Nodes are distinguished by what the searching seat sees: its own actions and those of others that it notices. Where
others choose unseen, before or at the same time, they choose at the current node, with statistics of their own, and the
simulation stays at that node.

At the root, the actions that bots/searcher.py still compares take turns, and each is tried in the same worlds.

Every seat maximises its own result, by statistics of its own (max^n). That is the usual two-player search for two
players, and a team search where all seats share one result. Each action is first tried in its world and evaluated by
the heuristic (`judge`): this is the edge's prior, and counts as some results. The rest of a move that has begun (a row,
a target) is chosen by the heuristic, so an edge is a whole move; its parts are searched when they are asked for.

All arithmetic is the same in plain and compiled mode: exponentials come from a table of integers.
"""

import math

from ludotheque.bots.greedy_kernel import (
    ALL,
    FOLLOWED,
    GENERATOR,
    SCRATCH_STATES,
    TRIED,
    WORLD,
    follow,
    others_choose,
    play,
)
from ludotheque.bots.greedy_kernel import value as worth_of
from ludotheque.bots.tree import (
    AHEAD,
    DEALT,
    DEEP,
    DEEPEST,
    DEPTH,
    DONE,
    EDGES,
    EXPLORE,
    GLANCES,
    KEEN,
    LEFT,
    LUCK,
    NODES,
    TRIES,
    TRUST,
    UNIT,
    VALUE_NETWORK,
    WIDEST,
)
from ludotheque.bots.value_network_kernel import foreseen
from ludotheque.kernel import chacha, clone, decisions, driver, entry_point, kernel, table
from ludotheque.kernel.declare import SHARE as WHOLE
from ludotheque.kernel.game import heuristic, rules

ROOT, SEARCH = 0, 1  # index of the position, and of the first scratch state
BASE = SCRATCH_STATES  # one more scratch state: the world in which actions are tried
STATES = SEARCH + SCRATCH_STATES + 1  # the number of states of a search

FINE = 1024  # exponents are in units of 1 / FINE
STEP = 32  # the table has an entry for every STEP units
REACH = 10 * FINE
falling = table(tuple(round(1e6 * math.exp(-x * STEP / FINE)) for x in range(REACH // STEP + 2)))
SHARE = float(WHOLE)

NUMBERED = 0  # the generator's stream for dealing worlds
WORLDS = 8  # the first simulations only evaluate every action at the root, each in a world of its own
PATIENCE = 500  # the most moves that are played on: more than any round has
SAMPLE = 48  # below the root, about this many actions are evaluated in one world
WIDTH = 24  # the number of edges that a node begins with, chosen by prior


@kernel
def always(s):
    """Return True: the default for games without `turn_begins`."""
    return True


@kernel
def nothing(s):
    """Return 0: the default for games without `par`."""
    return 0


turn_begins = getattr(heuristic, "turn_begins", always)
par = getattr(heuristic, "par", nothing)


@kernel
def above_par(s, w, seat):
    """The value of a position for a seat, minus the value of an even match."""
    return worth_of(s, w, seat) - par(s)


@kernel
def decay(x):
    """exp(-x / FINE) in millionths for x >= 0, with linear interpolation between the entries of the table."""
    x = min(REACH, x)
    at = x // STEP
    return (falling[at] * (STEP - x % STEP) + falling[at + 1] * (x % STEP)) // STEP


@kernel
def hope(value, unit, players, together):
    """The expected share of the win of one seat, between 0 and 1, for a heuristic value.

    A value higher by `unit` makes a win e times as likely. If `unit` is 0, the value is the probability in thousandths.
    """
    if unit == 0:
        return max(0, min(1000, value)) / 1000.0
    rivals = 1 if together != 0 else players - 1
    x = value * FINE // unit if together != 0 else value * FINE * players // (unit * rivals)
    if x >= 0:
        return 1.0 / (1.0 + rivals * decay(x) / 1000000.0)
    mine = decay(-x) / 1000000.0
    return mine / (mine + rivals)


@kernel
def settle_result(s, w, t, together):
    """Write the result of the position for each seat into `t.result`: its share of the win, actual or expected."""
    players = s.players
    unit = t.count[UNIT]
    if decisions.actors(s) == 0:
        for p in range(players):
            t.result[p] = (rules.share(s, p) > 0) * 1.0 if together != 0 else rules.share(s, p) / SHARE
        return
    if together != 0:
        for p in range(players):
            t.result[p] = hope(above_par(s, w, p), unit, players, together)
        return
    best = 0
    for p in range(players):
        t.worth[p] = worth_of(s, w, p)
        if p == 0 or t.worth[p] > best:
            best = t.worth[p]
    total = 0.0
    for p in range(players):
        if unit == 0:
            t.result[p] = max(0, t.worth[p]) / 1000.0
        else:
            t.result[p] = decay((best - t.worth[p]) * FINE // unit) / 1000000.0
        total += t.result[p]
    for p in range(players):
        t.result[p] = t.result[p] / total if total > 0.0 else 1.0 / players
    part = t.settings[VALUE_NETWORK]
    if part > 0.0 and players == 2:
        chance = foreseen(s, w, t.inputs, t.hidden, t.first_layer, t.second_layer, 0)
        if chance >= 0:
            t.result[0] = part * chance / 1000.0 + (1.0 - part) * t.result[0]
            t.result[1] = 1.0 - t.result[0]


@kernel
def judge(S, w, t, seat, n, out, more, glances):
    """Try each of `n` listed actions of `seat` in the world and write the heuristic values into `t.worth`."""
    base = SEARCH + WORLD
    if decisions.actors(S[base]) != 1 << seat:
        clone(S, SEARCH + BASE, base)
        base = SEARCH + BASE
        others_choose(S[base], w, seat, more)
    for k in range(n):
        clone(S, SEARCH + TRIED, base)
        play(S[SEARCH + TRIED], w, seat, out[k])
        follow(S, w, SEARCH + TRIED, SEARCH + FOLLOWED, seat, more, glances)
        t.worth[k] = above_par(S[SEARCH + TRIED], w, seat)


@kernel
def new_node(t):
    """Add a node without edges and return it; -1 if there is no room."""
    node = t.count[NODES]
    if node >= len(t.first):
        return -1
    t.count[NODES] = node + 1
    t.first[node] = -1
    t.visits[node] = 0
    return node


@kernel
def new_edge(t, node, key):
    """Add an edge at a node and return it; -1 if there is no room."""
    edge = t.count[EDGES]
    if edge >= len(t.key):
        return -1
    t.count[EDGES] = edge + 1
    t.key[edge] = key
    t.follows[edge] = t.first[node]
    t.first[node] = edge
    t.child[edge] = -1
    t.tries[edge] = 0
    t.offers[edge] = 0
    t.total[edge] = 0.0
    t.judged[edge] = 0.0
    t.opinions[edge] = 0.0
    return edge


@kernel
def grow(t, node, seat, n, out, room, players, together):
    """Add edges for the best of the listed actions, at most `room`; add all heuristic values; set the priors."""
    actions = len(t.mark)
    for k in range(n):
        edge = t.mark[out[k]] - 1
        if edge >= 0:
            t.judged[edge] += hope(t.worth[k], t.count[UNIT], players, together)
            t.opinions[edge] += 1.0
    for _ in range(room):
        best = -1
        for k in range(n):
            if t.mark[out[k]] == 0 and (best < 0 or t.worth[k] > t.worth[best]):
                best = k
        if best < 0:
            break
        edge = new_edge(t, node, seat * actions + out[best])
        if edge < 0:
            break
        t.judged[edge] = hope(t.worth[best], t.count[UNIT], players, together)
        t.opinions[edge] = 1.0
        t.mark[out[best]] = edge + 1
    set_priors(t, node, seat)


@kernel
def set_priors(t, node, seat):
    """Set the priors of a seat's edges at a node from their heuristic values; they add up to 1."""
    actions = len(t.mark)
    best = 0.0
    edge = t.first[node]
    while edge >= 0:
        if t.key[edge] // actions == seat:
            best = max(best, t.judged[edge] / t.opinions[edge])
        edge = t.follows[edge]
    total = 0.0
    edge = t.first[node]
    while edge >= 0:
        if t.key[edge] // actions == seat:
            behind = best - t.judged[edge] / t.opinions[edge]
            t.prior[edge] = 0.001 + decay(int(behind * t.settings[KEEN] * FINE)) / 1000000.0
            total += t.prior[edge]
        edge = t.follows[edge]
    edge = t.first[node]
    while edge >= 0:
        if t.key[edge] // actions == seat:
            t.prior[edge] = t.prior[edge] / total
        edge = t.follows[edge]


@kernel
def mark_edges(t, node, seat):
    """Mark the edges of a seat at a node in `t.mark`; return how many there are."""
    actions = len(t.mark)
    n = 0
    edge = t.first[node]
    while edge >= 0:
        if t.key[edge] // actions == seat:
            t.mark[t.key[edge] % actions] = edge + 1
            n += 1
        edge = t.follows[edge]
    return n


@kernel
def unmark(t, node):
    """Clear `t.mark` again."""
    edge = t.first[node]
    while edge >= 0:
        t.mark[t.key[edge] % len(t.mark)] = 0
        edge = t.follows[edge]


@kernel
def is_time_to_judge(visits):
    """Whether a node is evaluated once more, in another world: after 1, 2, 4, 8 and 16 visits."""
    return visits <= 16 and visits & (visits - 1) == 0


@kernel
def sample(g, t, n, out):
    """If very many actions are legal, keep those with edges and about SAMPLE others; return how many are kept."""
    if n <= SAMPLE:
        return n
    step = (n + SAMPLE - 1) // SAMPLE
    at = chacha.below(g, len(g.used) - 1, step)
    m = 0
    for k in range(n):
        action = out[k]
        out[m] = action
        m += t.mark[action] > 0 or k % step == at
    return m


@kernel
def pick(S, w, t, node, seat, out, more, players, together):
    """The edge that `seat` takes at a node in this world; adds edges for new actions first."""
    n = rules.legal(S[SEARCH + WORLD], w, seat, out)
    known = mark_edges(t, node, seat)
    here = 0
    for k in range(n):
        here += t.mark[out[k]] > 0
    wanting = here == 0 or (here < n and known < WIDTH)
    if n > 1 and (wanting or (node > 0 and is_time_to_judge(t.visits[node]))):
        n = sample(S[SEARCH + GENERATOR], t, n, out)
        judge(S, w, t, seat, n, out, more, int(t.settings[GLANCES]))
        grow(t, node, seat, n, out, max(1, min(WIDTH, WIDEST - known)) if wanting else 0, players, together)
    elif wanting:
        t.worth[0] = 0
        grow(t, node, seat, n, out, 1, players, together)
    best = -1
    most = -9.0
    trust = t.settings[TRUST]
    for k in range(n):
        edge = t.mark[out[k]] - 1
        if edge >= 0:
            t.offers[edge] += 1
            tries = t.tries[edge]
            mean = (t.total[edge] + trust * t.judged[edge] / t.opinions[edge]) / (tries + trust)
            score = mean + t.settings[EXPLORE] * t.prior[edge] * math.sqrt(t.offers[edge]) / (1 + tries)
            if score > most:
                most = score
                best = edge
    unmark(t, node)
    return best


@kernel
def next_in_line(t):
    """The least tried of the root's edges that are still compared; the first of equals."""
    best = t.left[0]
    for k in range(1, t.count[LEFT]):
        if t.tries[t.left[k]] < t.tries[best]:
            best = t.left[k]
    return best


@kernel
def deal(S, w, seat, number):
    """Deal world `number` of this search; the same number gives the same world."""
    clone(S, SEARCH + WORLD, ROOT)
    g = S[SEARCH + GENERATOR]
    s = S[SEARCH + WORLD]
    g.used[NUMBERED] = 8 * number
    for k in range(8):
        s.key[k] = chacha.word(g, NUMBERED)
    chacha.forget(s)
    rules.redeal(s, w, seat)


@kernel
def asked_first(mask, seat):
    """The seat that chooses now. If several choose at once, the searching seat is last, since its choice is secret."""
    if mask != 1 << seat and mask >> seat & 1 == 1:
        return driver.first(mask & ~(1 << seat))
    return driver.first(mask)


@kernel
def attempt(S, w, seat, action, more, glances):
    """The heuristic value of an action of `seat` in the world."""
    clone(S, SEARCH + TRIED, SEARCH + WORLD)
    others_choose(S[SEARCH + TRIED], w, seat, more)
    play(S[SEARCH + TRIED], w, seat, action)
    follow(S, w, SEARCH + TRIED, SEARCH + FOLLOWED, seat, more, glances)
    return worth_of(S[SEARCH + TRIED], w, seat)


@kernel
def finish_move(S, w, seat, more, glances):
    """Complete the move of `seat` in the world with the choices that the heuristic rates best."""
    follow(S, w, SEARCH + WORLD, SEARCH + FOLLOWED, seat, more, glances)


@kernel
def play_on(S, w, out, more, asked, turns, tries, glances):
    """Let all seats play on, each with the best of a few random actions, until `asked` begins a turn.

    `turns` skips that many turns of `asked` first. Positions in the middle of different turns can't be compared.
    """
    s = S[SEARCH + WORLD]
    stream = len(s.used) - 1
    for _ in range(PATIENCE):
        mask = decisions.actors(s)
        if mask == 0:
            return
        seat = driver.first(mask)
        if seat == asked and turn_begins(s):
            if turns == 0:
                return
            turns -= 1
        n = rules.legal(s, w, seat, out)
        action = out[chacha.below(s, stream, n)] if n > 1 else out[0]
        if n > 1 and tries > 1:
            most = attempt(S, w, seat, action, more, glances)
            for k in range(n if tries >= n else tries - 1):
                other = out[k] if tries >= n else out[chacha.below(s, stream, n)]
                if other != action:
                    worth = attempt(S, w, seat, other, more, glances)
                    if worth > most:
                        most = worth
                        action = other
        play(s, w, seat, action)
        finish_move(S, w, seat, more, glances)


@kernel
def leaf(S, w, t, out, more, seat, together):
    """Evaluate the position where a simulation ends, after completing the current move."""
    glances = int(t.settings[GLANCES])
    if t.settings[AHEAD] >= 0.0:
        play_on(S, w, out, more, seat, int(t.settings[AHEAD]), int(t.settings[TRIES]), glances)
    mask = decisions.actors(S[SEARCH + WORLD])
    if mask != 0 and mask & (mask - 1) == 0:
        finish_move(S, w, driver.first(mask), more, glances)
    settle_result(S[SEARCH + WORLD], w, t, together)


@kernel
def simulate(S, W, t, out, more, seat, together):
    """Run one simulation: choose an action and a world, walk down the tree, add a node, carry the result up.

    The n-th try of every action uses the same world, so that actions are compared and not the luck of their worlds.
    """
    w = W[0]
    compared = next_in_line(t)
    deal(S, w, seat, WORLDS + t.tries[compared])
    s = S[SEARCH + WORLD]
    players = s.players
    settle_result(s, w, t, together)
    t.count[DEALT] += 1
    for p in range(players):
        t.luck[p] = t.result[p]
        t.fate[p] += t.result[p]
    node = 0
    steps = 0
    while True:
        t.visits[node] += 1
        mask = decisions.actors(s)
        if mask == 0 or steps == DEPTH or steps >= t.settings[DEEP]:
            break
        turn = asked_first(mask, seat)
        edge = compared
        if node > 0 or turn != seat:
            edge = pick(S, w, t, node, turn, out, more, players, together)
        if edge < 0:
            break
        t.path[steps] = edge
        steps += 1
        play(s, w, turn, t.key[edge] % len(t.mark))
        unseen = turn != seat and (mask & (mask - 1) != 0 or w.seen >> seat & 1 == 0)
        glances = ALL if edge == compared else int(t.settings[GLANCES])  # the compared action gets the full look
        finish_move(S, w, turn, more, glances)
        if unseen:
            continue
        if t.child[edge] < 0:
            t.child[edge] = new_node(t)
            break
        node = t.child[edge]
    leaf(S, w, t, out, more, seat, together)
    for p in range(players):
        t.result[p] -= t.settings[LUCK] * (t.luck[p] - t.fate[p] / t.count[DEALT])
    for k in range(steps):
        edge = t.path[k]
        t.tries[edge] += 1
        t.total[edge] += t.result[t.key[edge] // len(t.mark)]
    t.count[DEEPEST] = max(t.count[DEEPEST], steps)


@kernel
def look_around(S, W, t, out, more, total, seat, together):
    """Run one of the first simulations: evaluate every action at the root in a new world."""
    w = W[0]
    deal(S, w, seat, t.count[DONE])
    n = rules.legal(S[SEARCH + WORLD], w, seat, out)
    judge(S, w, t, seat, n, out, more, ALL)
    for k in range(n):
        total[k] += t.worth[k]


@kernel
def plant_root(S, W, t, out, total, seat, together):
    """Add the root's edges: the best actions on average over the worlds of `look_around`."""
    n = rules.legal(S[ROOT], W[0], seat, out)
    worlds = t.count[DONE]
    for k in range(n):
        t.worth[k] = total[k] // worlds
    grow(t, 0, seat, n, out, WIDEST, S[ROOT].players, together)
    unmark(t, 0)


@entry_point
def begin(S, W, t, out, total, seat):
    """Begin a search for `seat`; return its number of actions. The position is `S[0]`, the bot's key is in `S[1]`."""
    t.count[NODES] = 0
    t.count[EDGES] = 0
    t.count[DONE] = 0
    t.count[DEEPEST] = 0
    t.count[DEALT] = 0
    for p in range(len(t.fate)):
        t.fate[p] = 0.0
    new_node(t)
    n = rules.legal(S[ROOT], W[0], seat, out)
    for k in range(n):
        total[k] = 0
    return n


@entry_point
def think(S, W, t, out, more, total, seat, together, worlds, sims):
    """Run `sims` more simulations; the first `worlds` of a search only look around. With 0, end that phase."""
    for _ in range(sims):
        if t.count[DONE] < worlds:
            look_around(S, W, t, out, more, total, seat, together)
            t.count[DONE] += 1
            if t.count[DONE] == worlds:
                plant_root(S, W, t, out, total, seat, together)
        else:
            simulate(S, W, t, out, more, seat, together)
            t.count[DONE] += 1
    if sims == 0:
        plant_root(S, W, t, out, total, seat, together)
    return t.count[DONE]


@entry_point
def promise(S, i, W, t, seat, together):
    """The expected share of `seat` in the win in `S[i]`, between 0 and 1, by the heuristic."""
    settle_result(S[i], W[0], t, together)
    return t.result[seat]
