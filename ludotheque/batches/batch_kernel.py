"""The compiled functions of a batch: a loop over matches on the CPU, a thread for each match on a GPU.

`S` holds the states of the matches and, from `S[n]` on, those that matches begin from, before their set-up; `listed[i]`
the legal actions of the seat that decides in match i, `counts[i]` how many there are. Functions that end in `_one`
treat match i with workspace `W[j]`, as a thread of a GPU does; entry points treat the matches `a` to `b - 1`.

The rules are called at one place each wherever that can be: every call is compiled anew, for a GPU that takes a minute.
"""

from ludotheque.kernel import chacha, clone, decisions, driver, entry_point, events, kernel, wide_entry_point
from ludotheque.kernel.declare import EVERYONE, SHARE
from ludotheque.kernel.game import heuristic, rules

NOBODY = -1  # the deciding seat of a match that is over
ANYBODY = -1  # instead of a learner: all seats are asked
# Special actions: begin a match; list the seat and its legal actions; do nothing. All other numbers are actions.
BEGIN, LIST, NOTHING = -(1 << 31), 1 - (1 << 31), 2 - (1 << 31)
UNASKED = 64  # a step that waits for a seat gives up after this many ended matches

M = 0xFFFFFFFF


@kernel
def no_standing(s, w, seat):
    """The standing in a game without a heuristic: 0."""
    return 0


# A game declares the standing of a seat, or the value of a position for it, which already compares it with the others.
standing = getattr(heuristic, "value", getattr(heuristic, "standing", no_standing))


@kernel
def share_of_win(s, seat):
    """The result of a match for a seat, in a game that declares no payoff."""
    return rules.share(s, seat) / SHARE


result = getattr(rules, "payoff", share_of_win)


# Chance -----------------------------------------------------------------------------------------------------------


@kernel
def mix(h):
    """Return 32 well mixed bits of 32 (a multiply-xorshift hash; its constants are below 2**31: nothing overflows)."""
    h = (h ^ (h >> 16)) & M
    h = (h * 0x21F0AAAD) & M
    h = h ^ (h >> 15)
    h = (h * 0x735A2D97) & M
    return h ^ (h >> 15)


@kernel
def any_below(key, count, i, n):
    """Return number `count` for match i from 0 to n - 1; it depends on nothing else."""
    mine = mix((key + i * 0x61C88647) & M)
    now = mix(((key >> 31) + count * 0x2545F491) & M)
    return (mix((mine + now * (2 * i + 1)) & M) * n) >> 32


@kernel
def derive_key(s, key, number, stream):
    """Give the generator a key of its own: block `number` of stream `stream` of the generator with that key."""
    for k in range(8):
        s.key[k] = key[k]
    chacha.refill(s, stream, number)
    for k in range(8):
        s.key[k] = s.block[k]
    chacha.forget(s)


# Going on ---------------------------------------------------------------------------------------------------------


@kernel
def is_listed(listed, n, action):
    """Whether an action is among the first `n` of a list in ascending order."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) >> 1
        if listed[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < n and listed[low] == action


@kernel
def advance_one(
    i,
    j,
    S,
    W,
    n,
    starts,
    keys,
    actions,
    restart,
    skip,
    learners,
    others_keys,
    seats,
    counts,
    listed,
    done,
    illegal,
    rewards,
    scores,
    lengths,
    episodes,
):
    """Play an action in match i, or begin or list it; then restart it if it is over, and list what is legal.

    With `skip`, decisions with one legal action are made at once. With a learner, the other seats decide at random
    until the learner is asked. An illegal action changes nothing. If two matches end on the way, the results are those
    of the first. After UNASKED matches without a question to the learner nobody decides, and the next action begins a
    match.
    """
    s = S[i]
    w = W[j]
    action = actions[i]
    if action == NOTHING:
        return
    seat = seats[i]
    done[i] = False
    illegal[i] = False
    for p in range(rewards.shape[1]):
        rewards[i, p] = 0
    begin = action == BEGIN or (action != LIST and seat == NOBODY and restart != 0)
    playing = action != LIST and not begin
    if playing:
        if seat == NOBODY:
            return
        if not is_listed(listed[i], counts[i], action):
            illegal[i] = True
            return
    ends = 0
    while True:
        if begin:
            clone(S, i, n + (i + episodes[i]) % starts)
            derive_key(s, keys[i], episodes[i], i)
            lengths[i] = 0
            events.begin(w, EVERYONE)
            rules.setup(s, w)
        elif playing:
            events.begin(w, EVERYONE)
            rules.play(s, w, seat, action)
            lengths[i] += 1
        mask = decisions.actors(s)
        if mask == 0:
            if playing:
                episodes[i] += 1
                if not done[i]:
                    for p in range(s.players):
                        rewards[i, p] = result(s, p)
                        scores[i, p] = rules.score(s, p)
                done[i] = True
            ends += 1
            if not playing or restart == 0 or ends == UNASKED:
                seats[i] = NOBODY
                counts[i] = 0
                return
            begin = True
            playing = False
        else:
            begin = False
            seat = driver.first(mask)
            choices = rules.legal(s, w, seat, listed[i])
            asked = learners[i] == ANYBODY or learners[i] == seat
            if asked and (choices > 1 or skip == 0):
                seats[i] = seat
                counts[i] = choices
                return
            drawn = 0
            if not asked:
                drawn = any_below(others_keys[i], (episodes[i] << 16) + lengths[i], i, choices)
            action = listed[i, drawn]
            playing = True


@entry_point
def advance(a, b, j, *given):
    """Advance all matches."""
    for i in range(a, b):
        advance_one(i, j, *given)


@entry_point
def first_refused(a, b, j, seats, counts, listed, actions):
    """The first match whose action is not legal, -1 if there is none; where nobody decides, any will do."""
    for i in range(a, b):
        if seats[i] != NOBODY and actions[i] != NOTHING and not is_listed(listed[i], counts[i], actions[i]):
            return i
    return -1


# Looking ----------------------------------------------------------------------------------------------------------


@kernel
def sample_one(i, j, key, count, counts, listed, actions):
    """A legal action of match i, all equally likely."""
    actions[i] = 0
    if counts[i] > 0:
        actions[i] = listed[i, any_below(key, count, i, counts[i])]


@entry_point
def sample(a, b, j, key, count, counts, listed, actions):
    """Legal actions at random."""
    for i in range(a, b):
        sample_one(i, j, key, count, counts, listed, actions)


@kernel
def mark_one(i, j, counts, listed, mask):
    """Mark the legal actions of match i in a row that is all False."""
    for k in range(counts[i]):
        mask[i, listed[i, k]] = True


@entry_point
def mark(a, b, j, counts, listed, mask):
    """Write the masks of legal actions, into rows that are all False."""
    for i in range(a, b):
        mark_one(i, j, counts, listed, mask)


@kernel
def observe_one(i, j, S, W, seats, x):
    """Write what a seat may know in match i into a row that is all 0; nothing where there is no such seat."""
    if seats[i] >= 0 and seats[i] < S[i].players:
        driver.observe_seat(S[i], W[j], seats[i], x[i])


@entry_point
def observe(a, b, j, S, W, seats, x):
    """Write observations, into rows that are all 0."""
    for i in range(a, b):
        observe_one(i, j, S, W, seats, x)


@wide_entry_point
def observe_scaled(a, b, j, S, W, seats, scales, rows, x):
    """Write scaled observations. Each passes through `rows[j]`, which stays in the processor's cache."""
    row = rows[j]
    for i in range(a, b):
        for k in range(len(row)):
            row[k] = 0
        if seats[i] >= 0 and seats[i] < S[i].players:
            driver.observe_seat(S[i], W[j], seats[i], row)
        for k in range(len(row)):
            x[i, k] = row[k] * scales[k]


@kernel
def judge_one(i, j, S, W, values):
    """Write the value of match i for each seat by the game's heuristic, which sees everything."""
    s = S[i]
    for p in range(s.players):
        values[i, p] = standing(s, W[j], p)


@entry_point
def judge(a, b, j, S, W, values):
    """Judge matches."""
    for i in range(a, b):
        judge_one(i, j, S, W, values)


# Rewards ----------------------------------------------------------------------------------------------------------

SCORE = 1  # rewards are the points of each step; otherwise the result, shaped by the change of the potential
UNKNOWN = -1.0e30  # instead of the value before a step, where there was none


@kernel
def worth(s, seat, way, together, unit):
    """The points of a seat, or its potential: its points more than the others', or the team's, as shares of a win."""
    own = rules.score(s, seat) * 1.0
    if way == SCORE:
        return own
    if decisions.actors(s) == 0:
        return 0.0
    if together != 0:
        return own / unit
    others = 0.0
    for p in range(s.players):
        if p != seat:
            others += rules.score(s, p)
    return (own - others / max(1, s.players - 1)) / unit


@kernel
def reward_one(i, j, S, way, together, unit, discount, actions, seats, done, lengths, scores, rewards, worths):
    """Reward every seat for the last step of match i, and keep what the match is worth now for the next one."""
    action = actions[i]
    if action == NOTHING:
        return
    s = S[i]
    begun = action == BEGIN or action == LIST or worths[i, 0] < UNKNOWN / 2 or (lengths[i] == 0 and not done[i])
    for p in range(s.players):
        now = worth(s, p, way, together, unit)
        if begun:
            rewards[i, p] = 0
        elif way == SCORE:
            rewards[i, p] = (scores[i, p] if done[i] else now) - worths[i, p]
        else:
            rewards[i, p] += (0.0 if done[i] else discount * now) - worths[i, p]
        worths[i, p] = now
    if seats[i] == NOBODY:
        worths[i, 0] = UNKNOWN


@entry_point
def reward(a, b, j, *given):
    """Reward the last step of matches."""
    for i in range(a, b):
        reward_one(i, j, *given)


# Worlds -----------------------------------------------------------------------------------------------------------


@kernel
def redeal_one(i, j, S, W, key, viewers, seeds):
    """Draw again what a viewer can't know in match i, from the viewer's knowledge and the seed; NOBODY knows all."""
    if viewers[i] != NOBODY:
        derive_key(S[i], key, seeds[i] >> 32 & M, seeds[i] & M)
        rules.redeal(S[i], W[j], viewers[i])


@entry_point
def redeal(a, b, j, S, W, key, viewers, seeds):
    """Redeal matches."""
    for i in range(a, b):
        redeal_one(i, j, S, W, key, viewers, seeds)


@kernel
def playout_one(i, j, S, W, limit, seats, counts, listed, done, rewards, scores, lengths, episodes):
    """Play match i at random to its end, on the stream that its generator has for that."""
    s = S[i]
    w = W[j]
    stream = len(s.used) - 1
    for p in range(rewards.shape[1]):
        rewards[i, p] = 0
    for _ in range(limit):
        mask = decisions.actors(s)
        if mask == 0:
            break
        seat = driver.first(mask)
        choices = rules.legal(s, w, seat, listed[i])
        events.begin(w, EVERYONE)
        rules.play(s, w, seat, listed[i, chacha.below(s, stream, choices)])
        lengths[i] += 1
    over = decisions.actors(s) == 0
    if over:
        episodes[i] += seats[i] != NOBODY
        for p in range(s.players):
            rewards[i, p] = result(s, p)
            scores[i, p] = rules.score(s, p)
    done[i] = over
    seats[i] = NOBODY
    counts[i] = 0


@entry_point
def playout(a, b, j, S, W, limit, seats, counts, listed, done, rewards, scores, lengths, episodes):
    """Play matches at random to their ends."""
    for i in range(a, b):
        playout_one(i, j, S, W, limit, seats, counts, listed, done, rewards, scores, lengths, episodes)
