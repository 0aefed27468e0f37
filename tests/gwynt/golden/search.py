"""Looks for matches that show what golden games should show, and writes them to matches.toml.

    python tests/gwynt/golden/search.py
    python -m ludotheque.compliance.golden gwynt tests/gwynt/golden

Only needed when a change of the rules has made moves of matches.toml illegal, or for a new thing to show. Decks stand
in the list as texts, so that tuning the ready-made ones changes no golden game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from json import dumps
from pathlib import Path
from random import Random
from typing import Any

import ludotheque as lt
from ludotheque.games.gwynt.components import CARD_BY_ID
from ludotheque.games.gwynt.decks import Deck, format_deck, random_deck, ready_made

FOLDER = Path(__file__).parent
Told = dict[str, Any]
Log = list[list[Told]]  # the events of each decision


# What a match may show ----------------------------------------------------------------------------------------------


def names(log: Log) -> list[str]:
    return [event["event"] for events in log for event in events]


def of(log: Log, name: str) -> list[Told]:
    return [event["params"] for events in log for event in events if event["event"] == name]


def rounds(log: Log) -> list[list[Told]]:
    """The events of a match, cut where rounds begin."""
    cut: list[list[Told]] = [[]]
    for event in (event for events in log for event in events):
        if event["event"] == "round_begins":
            cut.append([])
        cut[-1].append(event)
    return cut[1:]


def results(log: Log) -> list[int]:
    """Return, for each round, the seat with the higher total, -1 for a tie."""
    return [
        -1 if end["total0"] == end["total1"] else int(end["total1"] > end["total0"]) for end in of(log, "round_ends")
    ]


def two_nil(log: Log) -> bool:
    return results(log) in ([0, 0], [1, 1])


def two_one(log: Log) -> bool:
    return len(results(log)) == 3 and -1 not in results(log)


def won_after_a_drawn_round(log: Log) -> bool:
    return results(log)[0] == -1 and "tie_broken" not in names(log) and "match_won" in names(log)


def drawn_by_two_ties(log: Log) -> bool:
    return results(log) == [-1, -1] and "match_drawn" in names(log) and len(of(log, "placed")) > 3


def drawn_in_round_three(log: Log) -> bool:
    return len(results(log)) == 3 and "match_drawn" in names(log)


def tie_won_by_nilfgaard(log: Log) -> bool:
    return any(end["total0"] == end["total1"] > 0 for end in of(log, "round_ends")) and "tie_broken" in names(log)


def nilfgaard_mirror_tie(log: Log) -> bool:
    shown = of(log, "leaders_shown")[0]
    return shown["faction0"] == shown["faction1"] == "nilfgaard" and -1 in results(log)


def round_ended_by_automatic_passes(log: Log) -> bool:
    for events in rounds(log):
        passes = [event["params"]["automatic"] for event in events if event["event"] == "passed"]
        if passes == [1, 1] and any(event["event"] == "played" for event in events):
            return True
    return False


def both_unable_at_a_rounds_start(log: Log) -> bool:
    for events in rounds(log)[1:]:
        passes = [event["params"]["automatic"] for event in events[1:3] if event["event"] == "passed"]
        if passes == [1, 1]:
            return True
    return False


def kept_hero(log: Log) -> bool:
    return any(CARD_BY_ID[kept["card"]].is_hero for kept in of(log, "kept"))


def kept_unit_decides(log: Log) -> bool:
    """Monsters win a round in which they place nothing: by what stayed."""
    before: list[Told] = []
    for events in rounds(log):
        keepers = {event["params"]["seat"] for event in before if event["event"] == "kept"}
        placed = {
            event["params"].get("side", event["params"].get("seat"))
            for event in events
            if event["event"] in ("placed", "mustered")
        }
        lost = {event["params"]["seat"] for event in events if event["event"] == "lost_gem"}
        if any(p not in placed and p not in lost for p in keepers):
            return True
        before = events
    return False


def northern_realms_draw(log: Log) -> bool:
    return any(
        "swept" in (told := [e["event"] for e in events]) and "drew" in told[told.index("swept") :] for events in log
    )


def skellige_return(log: Log) -> bool:
    return len(of(log, "came_back")) == 2


def medic_chain(log: Log) -> bool:
    """Three units come back in one turn."""
    told = [[event["event"] for event in events] for events in log]
    return any(all("revived" in told[i + k] for k in range(3)) for i in range(len(told) - 2))


def avenger(log: Log) -> bool:
    return {"fell", "created"} <= {event["event"] for events in log for event in events if "created" in names([events])}


def berserkers(log: Log) -> bool:
    return len(of(log, "flipped")) >= 2 and "mardroeme_laid" in names(log)


def redraw_discard_revived(log: Log) -> bool:
    gone = {event["card"] for event in of(log, "discarded") if event["how"] == 1}
    return any(event["card"] in gone for event in of(log, "revived"))


def spy_sent_back(log: Log) -> bool:
    spies = {event["card"] for event in of(log, "placed") if event["side"] != event["seat"]}
    back = [event["card"] for event in of(log, "returned") if event["card"] in spies]
    return any(sum(p["card"] == card and p["side"] != p["seat"] for p in of(log, "placed")) >= 2 for card in back)


def crach_shuffles(log: Log) -> bool:
    return all(event["number"] > 2 for event in of(log, "piles_shuffled")) and len(of(log, "piles_shuffled")) == 2


def destroyer_and_scorch(log: Log) -> bool:
    return "fetched" in names(log) and "scorched" in names(log)


def white_flame(log: Log) -> bool:
    return "leader_switched_off" in names(log) and len(results(log)) == 3


def muster_from_hand(log: Log) -> bool:
    return {event["from_hand"] for event in of(log, "mustered")} == {0, 1}


def owner_takes_the_spy(log: Log) -> bool:
    return any(event["pile"] not in (-1, event["side"]) for event in of(log, "fell"))


def relentless(log: Log) -> bool:
    return any(event["owner"] != event["seat"] for event in of(log, "taken"))


def emperor(log: Log) -> bool:
    return len(of(log, "peeked")) == 3


# What to look for, and with what -----------------------------------------------------------------------------------

Wanted = tuple[str, str, Callable[[Log], bool], dict[str, Any], tuple[str, str] | None]
WANTED: list[Wanted] = [
    ("two_nil", "Two rounds won in a row.", two_nil, {}, None),
    ("two_one", "Three rounds, each with a winner.", two_one, {}, None),
    (
        "won_after_a_drawn_round",
        "A drawn first round costs both a gem; the next decides.",
        won_after_a_drawn_round,
        {},
        None,
    ),
    ("drawn_by_two_ties", "Two drawn rounds: a drawn match.", drawn_by_two_ties, {}, ("elves", "elves")),
    (
        "drawn_in_round_three",
        "One round each, then a tie: a drawn match.",
        drawn_in_round_three,
        {},
        ("elves", "elves"),
    ),
    ("tie_won_by_nilfgaard", "Nilfgaard wins a tied round.", tie_won_by_nilfgaard, {}, ("medics", "elves")),
    (
        "nilfgaard_mirror_tie",
        "Nilfgaard against Nilfgaard: a tie is a tie.",
        nilfgaard_mirror_tie,
        {},
        ("medics", "spies"),
    ),
    (
        "automatic_passes",
        "A round that ends because neither has anything left.",
        round_ended_by_automatic_passes,
        {},
        None,
    ),
    (
        "both_unable",
        "A round begins and neither can act: it is scored at once.",
        both_unable_at_a_rounds_start,
        {},
        None,
    ),
    ("kept_unit_decides", "Monsters win a round by the unit that stayed.", kept_unit_decides, {}, ("swarm", "siege")),
    ("kept_hero", "Monsters keep a hero.", kept_hero, {}, ("giants", "siege")),
    (
        "northern_realms_draw",
        "The Northern Realms draw after a round won.",
        northern_realms_draw,
        {},
        ("siege", "spies"),
    ),
    (
        "medic_chain",
        "A medic revives a medic, who revives a medic, who revives a unit.",
        medic_chain,
        {},
        ("medics", "swarm"),
    ),
    ("spy_sent_back", "A decoy takes an enemy spy up, who is sent back.", spy_sent_back, {}, ("spies", "bonds")),
    (
        "destroyer_of_worlds",
        "Two discards, a card of choice; and a scorch.",
        destroyer_and_scorch,
        {},
        ("giants", "archers"),
    ),
    (
        "white_flame",
        "The White Flame puts the other leader out for all three rounds.",
        white_flame,
        {},
        ("flame", "swarm"),
    ),
    ("relentless", "A unit is taken from the other pile and is the taker's.", relentless, {}, ("takers", "archers")),
    ("emperor", "Three cards of the other hand are seen.", emperor, {}, ("peepers", "bonds")),
    (
        "redraw_discard",
        "Option redraw = discard: a medic revives a card rejected in the redraw.",
        redraw_discard_revived,
        {"redraw": "discard"},
        ("medics", "archers"),
    ),
    (
        "muster_from_hand",
        "Option muster_from = deck_and_hand.",
        muster_from_hand,
        {"muster_from": "deck_and_hand"},
        ("swarm", "siege"),
    ),
    (
        "witcher3",
        "Preset witcher3: muster calls from the hand, and a medic brings a unit back.",
        lambda log: muster_from_hand(log) and bool(of(log, "revived")),
        dict(lt.game("gwynt", "plain").declaration.presets["witcher3"]),
        ("swarm", "medics"),
    ),
    (
        "discard_owner",
        "Option discard_owner: a burnt spy goes to the pile of who sent it.",
        owner_takes_the_spy,
        {"discard_owner": True},
        ("spies", "giants"),
    ),
    (
        "expansions_avenger",
        "Option expansions: a burnt cow is avenged.",
        avenger,
        {"expansions": True},
        ("cows", "cows"),
    ),
    (
        "skellige_return",
        "Option skellige: two units come back when round 3 begins.",
        skellige_return,
        {"skellige": True},
        ("berserkers", "archers"),
    ),
    (
        "skellige_berserkers",
        "Option skellige: mardroeme turns berserkers.",
        berserkers,
        {"skellige": True},
        ("berserkers", "bonds"),
    ),
    (
        "skellige_crach",
        "Option skellige: Crach an Craite shuffles both piles into the decks.",
        crach_shuffles,
        {"skellige": True},
        ("shufflers", "swarm"),
    ),
]


def led(deck: Deck, leader: str) -> Deck:
    return Deck(deck.faction, leader, deck.cards)


def decks() -> dict[str, Deck]:
    ready = ready_made()
    drawn = (random_deck("monsters", seed, True, False) for seed in range(10**6))
    expanded = next(deck for deck in drawn if {"cow", "scorch"} <= {card for card, _ in deck.cards})
    return {
        "swarm": ready["monsters_swarm"],
        "giants": led(ready["monsters_giants"], "eredin_destroyer_of_worlds"),
        "medics": ready["nilfgaard_medics"],
        "spies": ready["nilfgaard_spies"],
        "flame": led(ready["nilfgaard_spies"], "emhyr_white_flame"),
        "takers": led(ready["nilfgaard_medics"], "emhyr_relentless"),
        "peepers": led(ready["nilfgaard_medics"], "emhyr_emperor_of_nilfgaard"),
        "bonds": ready["northern_realms_bonds"],
        "siege": ready["northern_realms_siege"],
        "archers": ready["scoiatael_archers"],
        "elves": ready["scoiatael_muster"],
        "berserkers": led(ready["skellige_berserkers"], "king_bran"),
        "shufflers": led(ready["skellige_longships"], "crach_an_craite"),
        "cows": expanded,
    }


def play(pos: lt.Position, chance: Random) -> list[str]:
    """Play a match at random; how readily its players pass is drawn too. The moves are returned."""
    eager = chance.choice((0.02, 0.1, 0.3))
    moves = []
    while pos.actor is not None:
        choices = pos.moves()
        if len(choices) > 1 and choices[0].text == "pass":
            choices = [choices[0]] if chance.random() < eager else choices[1:]
        move = chance.choice(choices)
        moves.append(f"{pos.actor} {move.text}")
        pos.play(move, pos.actor)
    return moves


def main() -> int:
    game = lt.game("gwynt")
    texts = {name: format_deck(deck) for name, deck in decks().items()}
    lines = [
        "# Golden games of Gwynt, one for each way a round or the match can end, and more. Found by search.py.",
        'tell = "keys"',
        "",
    ]
    for name, text in texts.items():
        lines += [f"[bring.{name}]", f'deck = """\n{text}"""', ""]
    for name, shows, test, options, pair in WANTED:
        for n in range(100_000):
            chance = Random(f"{name} {n}")
            plain = [deck for deck in texts if deck not in ("berserkers", "shufflers", "cows")]
            seats = pair or tuple(chance.sample(plain, 2))
            pos = game.start(seed=f"{name} {n}", options=options, seats=[{"deck": texts[deck]} for deck in seats])
            moves = play(pos, chance)
            if test(pos.log(lt.ALL)):
                break
        else:
            print(f"found no match for {name}", file=sys.stderr)
            return 1
        print(f"{name}: match {n}, {len(moves)} moves")
        lines += [
            "[[match]]",
            f'name = "{name}"',
            f'shows = "{shows}"',
            f'seed = "{name} {n}"',
            f"seats = {dumps(seats)}",
        ]
        lines += [f"options.{option} = {dumps(value)}" for option, value in options.items()]
        lines += ["moves = [", *(f"    {dumps(moves[i : i + 5])[1:-1]}," for i in range(0, len(moves), 5)), "]", ""]
    (FOLDER / "matches.toml").write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
