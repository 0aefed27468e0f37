"""The next entry of a match, each case by hand: no clock, no storage, no network."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import ludotheque as lt
from ludotheque.kernel.declare import EVERYONE
from ludotheque.server.errors import ErrorBody, Refused
from ludotheque.server.matches import match as matches
from ludotheque.server.matches.entries import STAND_IN, Entry, describe_entry, noticed_by
from ludotheque.server.matches.fairness import SALT, deal_seed, fits, seed_hash
from ludotheque.server.matches.match import CannotUndo, Match, begin, decide, end, follow, forced, undo, withdraw
from ludotheque.server.matches.refusals import refusal_of
from ludotheque.server.matches.results import verdict

BANK, INCREMENT = 60.0, 5.0
FRANCESCA = "scoiatael francesca_daisy_of_the_valley"
# Yaevinn is agile: whoever plays it chooses its row in a second decision of the same turn.
DUEL = f"""game: gwynt 1
round: 1
turn: 0
seat 0: {FRANCESCA}
seat 1: {FRANCESCA}
hand 0: milva yaevinn
hand 1: iorveth toruviel
"""


def duel() -> Match:
    """Gwynt with a clock: seat 0 owes a decision, at time 100."""
    return begin(lt.game("gwynt", "plain").position(DUEL), 100.0, BANK, INCREMENT)[0]


def lanterns() -> Match:
    """Lampions with a clock: three seats choose in secret, at time 100."""
    return begin(lt.game("lampions", "plain").start(seed=1, players=3), 100.0, BANK, INCREMENT)[0]


def first(match: Match, seat: int) -> list[int]:
    """The first legal move of a seat."""
    return [match.pos.moves(seat)[0].id]


def redrawing() -> tuple[Match, int, int]:
    """Gwynt with a clock while both redraw unseen; a seat, and a swap that it may make."""
    match, _ = begin(lt.game("gwynt", "plain").start(seed=3), 0.0, BANK, INCREMENT)
    while match.pos.decision != "redraw":
        match, _ = decide(match, match.actors[0], first(match, match.actors[0]), 1.0)
    seat = match.actors[0]
    return match, seat, next(move.id for move in match.pos.moves(seat) if move.text.startswith("swap"))


def over() -> Match:
    """A match that a player has resigned."""
    return end(duel(), 0, matches.lost(0, "resigned", [1], 2), 110.0)[0]


# The beginning --------------------------------------------------------------------------------------------------------


def test_a_match_begins_with_one_entry_that_everyone_sees():
    match, entry = begin(lt.game("lampions", "plain").start(seed=1, players=3), 100.0)
    assert (entry.number, entry.kind, entry.seat, entry.at, entry.noticed) == (0, "start", None, 100.0, EVERYONE)
    assert [(step.seat, step.move, step.seen) for step in entry.steps] == [(-1, "", EVERYONE)]
    assert (match.number, match.counts, match.prompts) == (0, (1, 1, 1, 1), (1, 1, 1))
    assert (match.at, match.left, match.increment, match.due) == (100.0, None, 0.0, None)
    assert match.left_at(500.0) is None
    assert [match.count(viewer) for viewer in (0, 1, 2, lt.SPECTATOR)] == [1, 1, 1, 1]


def test_a_match_with_a_clock_gives_everyone_the_same_bank():
    match = lanterns()
    assert (match.left, match.increment, match.due) == ((BANK,) * 3, INCREMENT, 100.0 + BANK)


# Decisions ------------------------------------------------------------------------------------------------------------


def test_a_secret_choice_is_in_nobodys_log_and_adds_no_time():
    match = lanterns()
    after, entry = decide(match, 1, first(match, 1), 103.0, "m1")
    assert (entry.number, entry.kind, entry.seat, entry.at, entry.client) == (1, "decide", 1, 103.0, "m1")
    assert (entry.noticed, entry.steps, len(entry.moves)) == (0, (), 1)
    assert (after.number, after.at, after.counts) == (1, 103.0, (1, 1, 1, 1))
    assert after.prompts == (1, 2, 1), "only the player's own question has changed"
    assert (after.left, after.gained) == ((57.0, 57.0, 57.0), (0.0, 0.0, 0.0))
    assert after.actors == (0, 2)
    assert (after.runner, after.run) == (1, 0), "a choice is withdrawn, not undone"


def test_the_last_secret_choice_shows_them_all():
    match = lanterns()
    for seat in (0, 1, 2):
        match, entry = decide(match, seat, first(match, seat), 103.0)
    assert entry.noticed == EVERYONE
    assert {step.seat for step in entry.steps} >= {0, 1, 2}
    assert match.counts == (2, 2, 2, 2)
    assert all(n > 1 for n in match.prompts)
    assert match.gained == (INCREMENT,) * 3, "each of them has decided"


def test_an_open_decision_adds_time_to_its_player():
    match = duel()
    after, entry = decide(match, 0, ["yaevinn"], 107.0)
    assert entry.noticed == EVERYONE
    assert (after.left, after.gained) == ((BANK - 7 + INCREMENT, BANK), (INCREMENT, 0.0))
    assert (after.prompts, after.counts) == ((2, 1), (2, 2, 2))
    assert (after.runner, after.run, after.may_undo(0), after.may_undo(1)) == (0, 1, 1, 0)
    done, _ = decide(after, 0, ["close"], 109.0)
    assert (done.left, done.gained) == ((BANK - 9 + 2 * INCREMENT, BANK), (2 * INCREMENT, 0.0))
    assert (done.run, done.may_undo(0)) == (0, 0), "the turn has gone to the other"
    assert done.prompts == (after.prompts[0] + 1, after.prompts[1] + 1), "it is asked now"


def test_a_clock_that_has_run_out_starts_again_at_zero():
    after, _ = decide(duel(), 0, ["milva"], 100.0 + BANK + 30.0)
    assert after.left == (INCREMENT, BANK), "no debt is kept"


@pytest.mark.parametrize("count", [0, matches.MOST_MOVES + 1])
def test_a_move_has_at_least_one_decision_and_not_too_many(count):
    with pytest.raises(lt.NotYourTurn, match=f"a move is made of 1 to {matches.MOST_MOVES} decisions, not {count}"):
        decide(duel(), 0, ["milva"] * count, 101.0)


def test_as_many_decisions_as_allowed_are_one_move():
    after, entry = decide(duel(), 0, ["milva", *["pass"] * (matches.MOST_MOVES - 1)], 101.0)
    assert entry.moves == ("milva",), "after the first, the seat owes nothing"
    assert after.actors == (1,)


def test_a_move_of_two_decisions_is_one_entry():
    match = duel()
    after, entry = decide(match, 0, ["yaevinn", "ranged"], 101.0)
    assert (entry.number, entry.moves, after.actors) == (1, ("yaevinn", "ranged"), (1,))
    assert match.pos.actors == (0,), "the match before is unchanged"


def test_a_move_with_a_decision_that_is_plainly_illegal_is_not_made():
    match = duel()
    with pytest.raises(lt.IllegalMove):
        decide(match, 0, ["yaevinn", "milva"], 101.0)
    assert match.pos == duel().pos


@pytest.mark.parametrize(("runner", "run"), [(0, 4), (1, 1), (None, 1)])
def test_free_steps_of_one_seat_are_counted(runner, run):
    match = replace(duel(), runner=runner, run=3)
    assert decide(match, 0, ["yaevinn"], 101.0)[0].run == run


def test_an_event_that_showed_a_secret_is_news():
    match = duel()
    after, entry = decide(match, 0, ["yaevinn"], 101.0)
    assert not matches.plainly_teaches(match.pos, after.pos, entry.steps)
    happened = entry.steps[0].events[0]
    for secret, mask, news in ((("card",), 1, True), (("card",), 0, False), ((), 1, False)):
        step = replace(entry.steps[0], events=(replace(happened, secret=secret, mask=mask),))
        assert matches.plainly_teaches(match.pos, after.pos, [step]) is news


def test_nothing_is_decided_for_another_seat():
    with pytest.raises(lt.NotYourTurn):
        decide(duel(), 1, ["iorveth"], 101.0)


def test_a_decision_ends_a_hold_of_its_own_seat_only():
    match = duel()
    stepped, _ = decide(match, 0, ["yaevinn"], 101.0)
    back, _ = undo(stepped, match, 0, EVERYONE, 102.0)
    both, _ = undo(back, match, 1, EVERYONE, 102.0)
    assert (back.held, both.held) == ((0,), (0, 1))
    assert decide(both, 0, ["milva"], 103.0)[0].held == (1,)


# Taking back ----------------------------------------------------------------------------------------------------------


def test_an_undo_returns_to_the_position_and_takes_off_the_time_that_was_added():
    match = duel()
    stepped, _ = decide(match, 0, ["milva"], 110.0)
    again, _ = decide(stepped, 1, ["iorveth"], 112.0)
    back, entry = undo(again, stepped, 1, EVERYONE, 115.0, "m9")
    assert (entry.number, entry.kind, entry.seat, entry.at) == (3, "undo", 1, 115.0)
    assert (entry.target, entry.client, entry.noticed, entry.moves) == (1, "m9", EVERYONE, ())
    assert (back.pos, back.number, back.at) == (stepped.pos, 3, 115.0)
    assert back.counts == (4, 4, 4)
    assert again.left == (55.0, 63.0)
    assert back.left == (52.0, 58.0), "seat 0 had three seconds of thinking; seat 1 loses its increment"
    assert back.gained == stepped.gained == (INCREMENT, 0.0)
    assert back.prompts == tuple(n + 1 for n in again.prompts)
    assert (back.runner, back.run, back.held) == (stepped.runner, stepped.run, (1,))


def test_deciding_and_undoing_in_turns_adds_no_time():
    match = duel()
    stepped, _ = decide(match, 0, ["yaevinn"], 100.0)
    begun, _ = decide(stepped, 0, ["close"], 100.0)
    back, _ = undo(begun, stepped, 0, EVERYONE, 100.0)
    assert back.left == stepped.left


def test_an_undo_without_a_clock_gives_none():
    match, _ = begin(lt.game("gwynt", "plain").position(DUEL), 0.0)
    stepped, _ = decide(match, 0, ["yaevinn"], 1.0)
    back, _ = undo(stepped, match, 0, EVERYONE, 2.0)
    assert (back.left, back.due) == (None, None)


def test_those_who_did_not_notice_an_undo_keep_their_question():
    match = duel()
    stepped, _ = decide(match, 0, ["yaevinn"], 101.0)
    back, _ = undo(stepped, match, 0, 0b1, 102.0)
    assert back.prompts == (stepped.prompts[0] + 1, stepped.prompts[1])
    assert back.counts == (3, 2, 2)
    seen, _ = undo(stepped, match, 0, EVERYONE, 102.0)
    assert seen.prompts == (stepped.prompts[0] + 1, stepped.prompts[1] + 1)


def test_a_withdrawn_choice_is_asked_for_again_and_holds_forced_moves():
    match = lanterns()
    chosen, _ = decide(match, 2, first(match, 2), 103.0)
    back, entry = withdraw(chosen, 2, 104.0, "m2")
    assert (entry.number, entry.kind, entry.seat, entry.at, entry.client) == (2, "withdraw", 2, 104.0, "m2")
    assert (entry.noticed, entry.steps) == (0, ())
    assert (back.actors, back.pos.ready, back.held) == ((0, 1, 2), (), (2,))
    assert back.counts == (1, 1, 1, 1)


def test_only_a_single_move_without_a_hold_or_pause_is_forced():
    game = lt.game("gwynt", "plain")
    match, _ = begin(game.position(DUEL.replace("hand 0: milva yaevinn\n", "")), 100.0)
    assert [move.text for move in match.pos.moves(0)] == ["pass"]
    assert forced(match, 0) == match.pos.moves(0)[0].id
    assert forced(match, 1) is None, "it owes nothing"
    assert forced(duel(), 0) is None, "there is a choice"
    assert forced(matches.pause(match, 0, True, 101.0)[0], 0) is None
    assert forced(undo(match, match, 0, EVERYONE, 101.0)[0], 0) is None
    assert forced(undo(match, match, 1, EVERYONE, 101.0)[0], 0) is not None


# What an undo would give away -----------------------------------------------------------------------------------------


def test_an_open_move_teaches_its_player_nothing_and_a_drawn_card_does():
    match = duel()
    _, entry = decide(match, 0, ["yaevinn"], 101.0)
    assert not matches.teaches(match, [entry], 0)
    drawing, seat, swap = redrawing()
    _, swapped = decide(drawing, seat, [swap], 2.0)
    assert matches.teaches(drawing, [swapped], seat)


def test_events_that_showed_something_are_named():
    match = lanterns()
    start, entries = match, []
    for seat in (0, 1, 2):
        match, entry = decide(match, seat, first(match, seat), 103.0)
        entries.append(entry)
    shown = matches.revealed(start, entries)
    assert shown
    assert shown == [event for step in entries[-1].steps for event in step.events]
    assert matches.revealed(start, entries[:2]) == []
    plain = duel()
    _, open_move = decide(plain, 0, ["milva"], 101.0)
    assert matches.revealed(plain, [open_move]) == []


def test_a_turn_begins_with_the_last_decision_of_the_first_kind():
    start = duel()
    match, entries = start, []
    for seat, move in ((0, "yaevinn"), (0, "close"), (1, "pass"), (0, "milva")):
        match, entry = decide(match, seat, [move], 101.0)
        entries.append(entry)
    assert matches.turn_begins(start, entries[:2], 0) == 0, "the row belongs to the same turn"
    assert matches.turn_begins(start, entries, 0) == 3
    assert matches.turn_begins(start, entries[:3], 0) == 0, "the other's move begins no turn of this seat"


# Clocks that stand still ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wanted", "kind"), [(True, "pause"), (False, "resume")])
def test_a_pause_stops_every_clock_until_its_end(wanted, kind):
    match = duel()
    if not wanted:
        match, _ = matches.pause(match, 1, True, 100.0)
    after, entry = matches.pause(match, 1, wanted, 110.0)
    assert (entry.number, entry.kind, entry.seat, entry.at) == (match.number + 1, kind, 1, 110.0)
    assert (entry.noticed, entry.moves) == (EVERYONE, ())
    assert after.paused is wanted
    assert after.prompts == match.prompts
    assert after.counts == tuple(n + 1 for n in match.counts)
    assert after.left == ((50.0, 60.0) if wanted else (60.0, 60.0))
    assert after.left_at(120.0) == (50.0, 60.0)
    assert after.due == (None if wanted else 170.0)


def test_the_clock_of_a_seat_on_holiday_starts_afterwards():
    match = duel()
    away, entry = matches.holiday(match, 0, 500.0, 110.0)
    assert (entry.number, entry.kind, entry.seat, entry.moves) == (1, "holiday", 0, ("500.000",))
    assert (entry.at, entry.noticed) == (110.0, EVERYONE)
    assert (away.away, away.prompts, away.counts) == ((500.0, 0.0), match.prompts, (2, 2, 2))
    assert away.left_at(400.0) == (50.0, 60.0)
    assert away.left_at(503.0) == (47.0, 60.0)
    assert away.due == 550.0
    both, _ = matches.holiday(away, 1, 600.0, 120.0)
    assert both.away == (500.0, 600.0)
    back, entry = matches.holiday(both, 0, 130.0, 130.0)
    assert (entry.kind, back.away) == ("return", (130.0, 600.0))
    assert back.due == 130.0 + 50.0


def test_a_refused_undo_of_an_earlier_version_gives_the_seconds_back():
    match = duel()
    after, entry = matches.refuse(match, 1, 6.0, 110.0)
    assert (entry.number, entry.kind, entry.seat, entry.at) == (1, "refuse", 1, 110.0)
    assert (entry.moves, entry.noticed) == (("6.000",), EVERYONE)
    assert (after.left, after.prompts, after.counts) == ((56.0, 60.0), match.prompts, (2, 2, 2))


# Ends -----------------------------------------------------------------------------------------------------------------


def test_an_end_outside_the_rules_keeps_the_tally():
    match = duel()
    after, entry = end(match, 1, matches.lost(1, "resigned", [0], 2), 120.0)
    assert (entry.number, entry.kind, entry.seat, entry.at, entry.noticed) == (1, "end", 1, 120.0, EVERYONE)
    assert after.over
    assert (after.actors, after.due, after.questions) == ((), None, (None, None))
    assert after.outcome is not None
    assert after.outcome == {**match.pos.tally(), **matches.lost(1, "resigned", [0], 2)}
    assert msgspec.json.decode(entry.moves[0]) == after.outcome
    assert after.counts == (2, 2, 2)
    assert after.left == (40.0, 60.0)


def test_nothing_happens_after_the_end():
    match = over()
    for act in (
        lambda: decide(match, 1, ["iorveth"], 111.0),
        lambda: withdraw(match, 1, 111.0),
        lambda: undo(match, match, 1, EVERYONE, 111.0),
        lambda: matches.refuse(match, 1, 0.0, 111.0),
        lambda: end(match, 1, {}, 111.0),
        lambda: matches.pause(match, 1, True, 111.0),
        lambda: matches.holiday(match, 1, 500.0, 111.0),
    ):
        with pytest.raises(lt.GameOver, match=r"^the match is over$"):
            act()


def test_those_who_stay_share_the_win():
    assert matches.lost(2, "time", [0, 1], 4) == {
        "cause": "time",
        "key": "ending.time",
        "seat": 2,
        "ranking": [[0, 1], [2, 3]],
        "shares": [0.5, 0.5, 0.0, 0.0],
    }
    assert matches.lost(0, "absent", [], 2)["ranking"] == [[0, 1]], "no empty group"


def test_an_agreed_end_is_a_draw_or_a_loss_of_all():
    assert matches.agreed(2, False) == {
        "cause": "agreed",
        "key": "ending.agreed",
        "ranking": [[0, 1]],
        "shares": [0.5, 0.5],
    }
    assert matches.agreed(3, True)["shares"] == [0.0, 0.0, 0.0]


# Stored entries, made again -------------------------------------------------------------------------------------------


def test_stored_entries_lead_to_the_same_match():
    start = match = lanterns()
    secret, entry = decide(match, 0, first(match, 0), 101.0)
    made = [(secret, entry)]
    made.append(withdraw(made[-1][0], 0, 102.0))
    made.append(matches.pause(made[-1][0], 1, True, 103.0))
    made.append(matches.pause(made[-1][0], 1, False, 113.0))
    made.append(matches.holiday(made[-1][0], 2, 150.0, 114.0))
    made.append(matches.holiday(made[-1][0], 2, 115.0, 115.0))
    made.append(matches.refuse(made[-1][0], 1, 1.5, 117.0))
    made.append(end(made[-1][0], 1, matches.lost(1, "resigned", [0, 2], 3), 118.0))
    match = start
    for wanted, stored in made:
        match, again = follow(match, stored)
        assert match == wanted
        assert again == stored


def test_an_undo_is_not_followed():
    match = duel()
    stepped, _ = decide(match, 0, ["yaevinn"], 101.0)
    _, entry = undo(stepped, match, 0, EVERYONE, 102.0)
    with pytest.raises(ValueError, match="entry 2 of kind undo begins a stretch of its own"):
        follow(stepped, entry)


# Silence --------------------------------------------------------------------------------------------------------------


def test_chat_opens_and_closes_with_the_position_in_a_game_of_silence(monkeypatch):
    pos = lt.game("gorynich", "plain").start(seed=1)
    view = pos.game.view
    for talk in (True, False):
        monkeypatch.setattr(
            view, "table", lambda state, viewer, talk=talk: {"talk": talk} if viewer == lt.SPECTATOR else {}
        )
        assert matches.talk_since(pos, None, 7.0) == (7.0 if talk else None)
        assert matches.talk_since(pos, 3.0, 7.0) == (3.0 if talk else None)
    assert matches.talk_since(duel().pos, 3.0, 7.0) is None, "chat is always open in other games"


# Logs of viewers ------------------------------------------------------------------------------------------------------


def test_a_viewers_log_shows_only_what_the_viewer_saw():
    match = lanterns()
    told = []
    for seat in (0, 1, 2):
        match, entry = decide(match, seat, first(match, seat), 103.0)
        told.append([describe_entry(entry, viewer, 4) for viewer in (0, 1, 2, lt.SPECTATOR)])
    assert [line.steps for line in told[0]] == [[], [], [], []]
    assert all(line.number == 4 and line.seat == 2 and line.kind == "decide" and line.at == 103.0 for line in told[2])
    assert all(step["move"] is not None for line in told[2] for step in line.steps if step["seat"] >= 0)
    assert not any(line.stood_in for lines in told for line in lines)
    stand_in = Entry(number=1, kind="decide", seat=0, at=1.0, client=STAND_IN)
    assert describe_entry(stand_in, 0, 1).stood_in


def test_a_move_that_only_its_player_sees_is_noticed_by_that_player_alone():
    drawing, seat, swap = redrawing()
    after, entry = decide(drawing, seat, [swap], 2.0)
    assert after.gained == (0.0, 0.0), "a clock must not betray it either"
    assert entry.noticed == noticed_by(entry.steps) == 1 << seat
    assert (after.count(seat), after.count(1 - seat)) == (drawing.count(seat) + 1, drawing.count(1 - seat))
    mine, theirs = describe_entry(entry, seat, 1), describe_entry(entry, 1 - seat, 1)
    assert (len(mine.steps), theirs.steps) == (1, [])
    assert mine.steps[0]["seat"] == seat
    assert mine.steps[0]["events"]


# Fair deals -----------------------------------------------------------------------------------------------------------


def test_the_deal_depends_on_the_seed_and_on_every_contribution():
    seed = b"\x01" * 32
    digest = seed_hash(seed)
    assert len(digest) == 64
    assert digest != seed_hash(b"\x02" * 32)
    deals = {
        deal_seed(seed, given)
        for given in ([b"a", b"b"], [b"b", b"a"], [b"ab", b""], [b"ab", None, b""], [b"a", None], [None, b"a"], [])
    }
    assert len(deals) == 7
    assert deal_seed(seed, [b"ab", b""]) == deal_seed(seed, [b"ab", None]), "no contribution counts as an empty one"
    assert deal_seed(seed, []) != digest, "the published hash is not the deal"
    assert SALT


def test_a_contribution_must_fit_its_pledge():
    pledge = bytes.fromhex(seed_hash(b"mine"))
    assert fits(pledge, b"mine")
    assert not fits(pledge, b"other")


# Refusals and verdicts ------------------------------------------------------------------------------------------------


def refusal_for(error: Exception) -> tuple[int, ErrorBody]:
    """The status and body of an error that is a refusal."""
    refusal = refusal_of(error)
    assert refusal is not None
    return refusal


def test_every_refusal_has_a_status_and_a_code():
    with pytest.raises(lt.IllegalMove) as illegal:
        duel().pos.play("iorveth", 0)
    status, body = refusal_for(illegal.value)
    assert (status, body.code, body.key) == (409, "illegal_move", f"refusal.{illegal.value.refusal}")
    assert body.rule == illegal.value.rule
    assert body.message == str(illegal.value)
    with pytest.raises(lt.BadInput) as bad:
        lt.game("gwynt", "plain").position("game: gwynt 1\nround: many\n")
    status, body = refusal_for(bad.value)
    assert (status, body.code) == (400, "bad_input")
    assert body.faults
    assert set(body.faults[0]) == {"line", "field", "problem"}
    for error, code in ((lt.GameOver("o"), "game_over"), (CannotUndo("c"), "cannot_undo")):
        status, body = refusal_for(error)
        assert (status, body.code, body.message) == (409, code, str(error))
    refused = Refused("banned")
    assert refusal_of(refused) == (refused.status, ErrorBody(code="banned", message=str(refused)))
    assert refusal_of(ValueError("a bug is no refusal")) is None


@pytest.mark.parametrize(
    ("share", "shares", "together", "result"),
    [
        (1.0, [1.0, 0.0], False, "won"),
        (0.5, [0.5, 0.5, 0.0], False, "won"),
        (0.5, [0.5, 0.5], False, "drawn"),
        (1.0, [1.0, 1.0], True, "won"),
        (0.0, [0.0, 0.0], True, "lost"),
        (0.0, [1.0, 0.0], False, "lost"),
        (-1.0, [1.0, 0.0], False, "lost"),
        (None, [1.0, 0.0], False, None),
        (1.0, [], False, None),
    ],
)
def test_a_share_of_the_win_is_a_verdict(share, shares, together, result):
    assert verdict(share, shares, together) == result
