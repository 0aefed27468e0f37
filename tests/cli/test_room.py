"""The terminal room: whole matches by typed lines, the curtain, explanations, undo, both languages."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.network import digest_of
from ludotheque.terminal import table
from ludotheque.terminal.words import plain
from tests.web.moments import GUNKIMONO_FOUR

from .conftest import Run

MINE = ("play", "lampions", "--seed", "7")
CHOOSE = "Choose a card to lay face down."


def test_a_whole_match_against_bots(run: Run) -> None:
    ran = run(*MINE, typed="1\n" * 20)
    assert ran.code == 0
    assert ran.err == ""
    assert "At the table: Player, Ada (easy bot), Bao (easy bot)." in ran.words
    assert "Round 5 of 5" in ran.out
    assert "All rounds have been played." in ran.out
    assert re.search(r"\w+ wins\.|share the win\.", ran.out)
    assert "Seed of this match: 7" in ran.out
    assert "\x1b" not in ran.out, "no colours and no cursor codes in a pipe"


def test_the_same_seed_and_moves_are_the_same_match(run: Run) -> None:
    assert run(*MINE, typed="1\n" * 20) == run(*MINE, typed="1\n" * 20)


def test_a_match_in_french(run: Run) -> None:
    ran = run(*MINE, "--lang", "fr", typed="étincelle\n" + "1\n" * 20)
    assert "Choisissez une carte à poser face cachée." in ran.out
    assert "Vous révélez : étincelle." in ran.out
    assert "Toutes les manches ont été jouées." in ran.out
    english = ("Choose", "Round", "deals", "wins", "Your", "Ready", "cards")
    assert not [word for word in english if word in ran.out]


def test_bots_alone_are_watched(run: Run) -> None:
    ran = run(*MINE, *["--seat", "bot:random"] * 3)
    assert ran.code == 0
    assert "All rounds have been played." in ran.out


def test_play_again_deals_anew(run: Run) -> None:
    ran = run(*MINE, *["--seat", "bot:random"] * 3, typed="l\nn\n\n")
    seeds = re.findall(r"Seed of this match: (\w+)", ran.out)
    assert len(set(seeds)) == 2
    assert seeds[0] == "7"


def test_leaving_in_the_middle_is_polite(run: Run) -> None:
    ran = run(*MINE, typed="1\n")
    assert ran.code == 0
    assert ran.out.endswith("Goodbye.\n")


# What can be typed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["1", "spark", "SPARK", "lay down a spark", "lay down a s", "spa"])
def test_a_move_by_number_notation_or_words(run: Run, typed: str) -> None:
    assert "You reveal a spark." in run(*MINE, typed=f"{typed}\n").out


def test_what_a_list_shows_can_be_typed_and_is_refused_for_its_own_reason(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "four.txt"
    file.write_text(GUNKIMONO_FOUR)
    play = ("play", "gunkimono", "--from", str(file), "--seed", "7", "--seat", "me", *["--seat", "bot:random"] * 3)
    # A square alone is written as a small tile's place is, and a tile alone as one of the hand.
    ran = run(*play, typed="S1L1\ni3w\nhonour\nhonour\nc1\nc6\nC1A1\nS1A1\n")
    assert "GUN-06" not in ran.out
    assert ran.out.index("GUN-21") < ran.out.index("You build a fortress on c6")
    assert ran.out.index("GUN-25") < ran.out.index("You take samurai 1 / archer 1")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("77", "There is no move 77. The list ends at 3."),
        ("lay", "“lay” matches several moves: spark, candle, tinder."),
        ("xyzzy", "“xyzzy” is not a move. Type a number, or for example “spark”"),
        ("s", "Type s and a file name."),
        ("w", "You have not chosen yet."),
        ("u", "You have no decision to take back."),
        ("r xyzzy", "No rule contains “xyzzy”."),
        ("[bold]", "“[bold]” is not a move."),
    ],
)
def test_what_is_not_understood_gets_a_sentence_and_changes_nothing(run: Run, typed: str, answer: str) -> None:
    ran = run(*MINE, typed=f"{typed}\n")
    assert answer in ran.words
    assert "reveals" not in ran.out


@pytest.mark.rule("LAM-04")
def test_a_refused_move_cites_its_rule(run: Run) -> None:
    ran = run(*MINE, typed="moth\n")
    assert "You do not hold that card. (LAM-04)" in ran.out
    assert lt.game("lampions").rulebook("en")["LAM-04"].text in ran.words


def test_explaining_commands_moves_and_refusals(run: Run) -> None:
    ran = run(*MINE, typed="?\n? 1\n? gust\n? let\n1\n? 1\n")
    assert "What you can type" in ran.out
    assert "A lamp worth 1." in ran.out
    assert "All players choose at the same time. The result depends on the others." in ran.words
    assert "You do not hold that card. (LAM-04)" in ran.out
    assert "That is not what is being asked now. (LAM-05)" in ran.out
    assert "For certain: · Bao lights a candle." in ran.words


def test_hints_rules_and_log(run: Run) -> None:
    ran = run(*MINE, typed="h\nr\nr LAM-07\nr tinder\n1\nl\n")
    assert re.search(r"^[123]: lay down a \w+ · \d+ % chance to win, \d+ % of the search$", ran.out, re.MULTILINE)
    book = lt.game("lampions").rulebook("en")
    assert all(f"{rule.id} {rule.title}" in ran.words for rule in book.rules.values())
    assert book["LAM-07"].text in ran.words
    assert book["LAM-09"].text in ran.words
    assert ran.out.count("You are dealt 3 cards.") == 2


def test_undo_goes_back_to_my_last_decision(run: Run) -> None:
    ran = run(*MINE, typed="1\nu\n2\n")
    pages = ran.out.split("Lampions ─")
    assert "You reveal a spark." in pages[2]
    assert "Your decision was taken back. Decide again." in pages[3]
    assert "3 cards" in pages[3]
    assert "You reveal a candle." in pages[4]


def test_undo_and_the_same_move_is_the_same_match(run: Run) -> None:
    straight = run(*MINE, typed="1\n" * 4).out.split("Lampions ─")
    with_undo = run(*MINE, typed="1\n1\nu\n" + "1\n" * 3).out.split("Lampions ─")
    assert straight[-1] == with_undo[-1]


def test_save_and_play_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ran = run(*MINE, typed=f"1\ns {file}\ns {file}\ns {tmp_path}/no/such/folder.json\n")
    assert f"The match is saved. Continue it with: ludotheque play --from {file}" in ran.words
    assert "already exists. Choose another name." in ran.words
    assert "could not be written: No such file or directory." in ran.words
    assert json.loads(file.read_text())["moves"][0] == [0, "spark"]
    on = run("play", "--from", str(file), typed="l\n")
    assert "Bao is lighting a candle." in on.out
    assert "You reveal a spark." in on.out


def test_what_is_saved_names_the_network_that_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("play", "gwynt", "--seat", "me", "--seat", "bot:network", "--seed", "7", typed=f"s {file}\n")
    assert json.loads(file.read_text())["networks"] == [None, digest_of(lt.game("gwynt", "plain"))]


def test_a_bot_that_others_brought_is_no_reason_not_to_save(run: Run, tmp_path: Path) -> None:
    def factory(seed: object) -> bots.Bot:
        made = bots.RandomBot(seed)
        made.name = "Fancy 2000"  # what sort of bot it is, not what it was registered as
        return made

    file = tmp_path / "match.json"
    bots.register("fancy", factory)
    try:
        run("play", "lampions", "--seat", "me", "--seat", "bot:fancy", "--seat", "bot:fancy", typed=f"s {file}\n")
    finally:
        bots.unregister("fancy")
    assert json.loads(file.read_text())["networks"] == [None, None, None]


def test_quitting_offers_to_save(run: Run, tmp_path: Path) -> None:
    ran = run(*MINE, typed=f"q\n{tmp_path / 'match.json'}\n")
    assert "Save the match before you leave?" in ran.out
    assert (tmp_path / "match.json").exists()


def test_beginning_from_a_position_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(
        "game: lampions\nround: 5\nhand 0: lantern\nhand 1: moth\nhand 2: gust\nwish 0: lantern\ndeck: rest\n"
    )
    ran = run("play", "--from", str(file), typed="1\n")
    assert "Your hand lantern" in ran.words
    assert "You light a lantern." in ran.out


def test_what_is_shown_can_be_typed(run: Run, tmp_path: Path) -> None:
    """A tile or a square alone is read as an answer to the current question, whatever else it could mean."""
    file = tmp_path / "position.txt"
    file.write_text(
        "game: gunkimono\nhonour 0: 3 3 3 3 2\nhand 0: I1A1\nhand 1: C1L1\ndisplay: S1L2 I1S1 C1A1\n", encoding="utf-8"
    )
    typed = "I1A1\nc6w\nvictory\nhonour\nc1\nS1L2\nq\n\n"
    ran = run("play", "--from", str(file), typed=typed)
    assert "You build a fortress on c1" in ran.out
    assert "You take samurai 1 / spearman 2 from the display." in ran.words
    assert "GUN-06" not in ran.out
    assert "c3-d3+: on a support" in ran.words, "the + of a support is explained where it is shown"


# Several people at one keyboard -----------------------------------------------------------------------------------

HOT_SEAT = (*MINE, "--seat", "me", "--seat", "me", "--seat", "me", "--name", "Ana", "--name", "Léo", "--name", "Mia")


def pages_of(out: str) -> list[str]:
    """The output, cut at every new page."""
    return re.split(r"\n─+ (?=Lampions|The curtain)", out)


def test_the_curtain_falls_between_people_and_shows_no_hand(run: Run) -> None:
    ran = run(*HOT_SEAT, typed="\n1\n" * 12)
    pages = pages_of(ran.out)[1:]
    curtains = [page for page in pages if page.startswith("The curtain is down")]
    found = [re.search(r"(\w+) \(you\)", page) for page in pages]
    viewers = [viewer.group(1) if viewer else None for viewer in found]
    assert {"Ana", "Léo", "Mia"} <= set(viewers)
    for before, now in pairwise(viewers):
        assert None in (before, now) or before == now, "nobody sits down at another's open hand"
    for page in curtains:
        assert "hand" not in page
        assert "wish" not in page
    assert "Pass the keyboard to Ana." in curtains[0]
    assert "Pass the keyboard to Léo." in curtains[1]


def test_nobody_sees_what_another_drew_or_holds(run: Run) -> None:
    ran = run(*HOT_SEAT, typed="\n1\n" * 12)
    names = ["Ana", "Léo", "Mia"]
    drew = set()
    for page in pages_of(ran.out)[1:]:
        you = re.search(r"(\w+) \(you\)", page)
        viewer = you.group(1) if you else None
        if "All rounds have been played." in page:
            break
        assert not re.search(r"draws a (?!card\b)", page)
        if re.search(r"You draw a (?!card\b)", page):
            drew.add(viewer)
        for name in names:
            if name != viewer:
                assert not re.search(rf"\d {name}\b.*wish", page)
    assert drew == set(names), "each player has seen their own drawn cards"


def test_a_secret_choice_is_taken_back_at_the_curtain(run: Run) -> None:
    ran = run(*HOT_SEAT, typed="\n1\nw\n2\n\n1\n\n1\n\n")
    assert "Ana can still change the choice: type w." in ran.out
    assert "Ana reveals a candle." in ran.out
    assert "Ana reveals a spark." not in ran.out


def test_undo_reaches_over_the_others(run: Run) -> None:
    ran = run(*HOT_SEAT, typed="\n1\n\n1\n\n1\n\nu\n")
    last = pages_of(ran.out)[-1]
    assert "Your decision was taken back. Decide again." in ran.out
    assert CHOOSE in last
    assert "reveals" not in last


# Before the first move --------------------------------------------------------------------------------------------


def test_the_lobby_asks_what_is_needed(run: Run) -> None:
    ran = run("play", typed="nothing\nlampions\n9\n4\n2\nAna\n\nclever\nrand\n")
    assert "There is no game “nothing”" in ran.out
    assert "Type a number from 3 to 5." in ran.out
    assert "Name? [Player B]" in ran.out
    assert "There is no bot “clever”. Type one of: random, novice, greedy" in ran.out
    assert "Pass the keyboard to Ana." in ran.out
    assert "Player B is dealt 3 cards." in ran.out


def test_the_lobby_offers_the_ready_made_decks(run: Run) -> None:
    ran = run("play", typed="gwynt\n1\nAna\n\n99\n6\nkeep\nq\n\n")
    assert "Type a number from 1 to 8." in ran.out
    assert "Foltest: The Siegemaster (Northern Realms)" in ran.words  # the leader of the sixth deck


def test_enter_answers_every_question(run: Run) -> None:
    ran = run("play", "--lang", "fr", typed="lampions\n\n\n\n\n")
    assert "À la table : Joueur, Ada (robot facile), Bao (robot facile)." in ran.words


def test_bots_with_a_thinking_time_can_be_seated(run: Run) -> None:
    seats = ("--seat", "me", "--seat", "bot:seconds:0.05", "--seat", "bot:sims:20")
    ran = run("play", "lampions", *seats, "--lang", "fr", "--seed", "4", typed="1\nq\n\n")
    assert "À la table : Joueur, Ada (robot de 0.05 s), Bao (robot de 20 simulations)." in ran.words


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("lampion",), "no game is called 'lampion'"),
        (("lampions", "--players", "9"), "lampions is for 3 to 5 players, not 9"),
        (("lampions", "--seat", "you"), "'you' is none of me, bot, bot:random, bot:novice, bot:greedy"),
        (("lampions", "--seat", "bot:deep"), "'bot:deep' is none of me, bot, bot:random, bot:novice, bot:greedy"),
        (("lampions", "--seat", "bot:seconds:x"), "'seconds:x' tells no number: write seconds:3"),
        (("lampions", *["--seat", "me"] * 6), "lampions is for 3 to 5 players, not 6"),
        (("lampions", "--name", "A", "--name", "B"), "2 names are given for 1 people"),
        (("lampions", "--option", "rounds"), "“rounds” is not an option. Write NAME=VALUE"),
        (("lampions", "--option", "rounds=9"), "options: rounds: '9' is not one of 3, 4, 5, 6"),
        (("lampions", "--option", "speed=9"), "options: speed: unknown; lampions has rounds"),
        (("lampions", "--bring", "wish=spark"), "“wish=spark” can't be read. Write SEAT:NAME=VALUE"),
        (("lampions", "--bring", "7:wish=spark"), "there is no seat 7; seats are counted from 0 to 2"),
        (("gwynt", "--bring", "0:deck=swarm"), "no ready-made deck is called 'swarm'; there are monsters_giants"),
        (("lampions", "--bring", "0:wish=moon"), "seat 0 wish: 'moon' is not one of spark, candle, lantern"),
        (("lampions", "--bring", "0:wish=@/no/such/file"), "/no/such/file can't be read: No such file"),
        (("--from", "/no/such/file"), "/no/such/file can't be read: No such file or directory"),
    ],
)
def test_a_table_that_cant_be_set_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run("play", *arguments)
    assert ran.code == 1
    assert plain(sentence) in plain(ran.err)
    assert ran.err.startswith("Error: ")
    assert "Traceback" not in ran.err


def test_options_and_what_a_seat_brings_reach_the_table(run: Run) -> None:
    ran = run(*MINE, "--option", "rounds=3", "--bring", "0:wish=spark", typed="")
    assert "Round 1 of 3" in ran.out
    assert "Your wish spark" in ran.words


def test_a_game_without_a_board_is_drawn_plainly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "has_module", lambda name: False)
    ran = run(*MINE, typed="1\n")
    assert "deck: 33" in ran.out
    assert "Points: Player 0 Ada 0 Bao 0" in ran.words
