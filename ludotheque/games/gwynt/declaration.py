"""The declaration of Gwynt: decisions, actions, refusals, events, options and everything else that is fixed.

The order gives the numbers: append what is new to its list, or change the rules version.
"""

from __future__ import annotations

from ludotheque.games.gwynt.components import CARDS, FACTIONS, ROWS
from ludotheque.games.gwynt.tables import CARD_NAMES, LEADER_NAMES
from ludotheque.kernel.data_files import versioned
from ludotheque.play.declaration import (
    Declaration,
    action,
    decision,
    earlier,
    event,
    option,
    refusal,
    seat_option,
    stream,
)

DECLARATION = Declaration(
    name="gwynt",
    title={"en": "Gwynt", "fr": "Gwynt"},
    players=(2, 2),
    rules_version=versioned("gwynt", "2"),
    earlier=(
        earlier(
            versioned("gwynt", "1"),
            {
                "horn_unit_spares_itself": True,
                "medic_may_decline": True,
                "monsters_spare_heroes": True,
                "fetch_lowest": True,
            },
            events=("power",),
        ),
    ),
    rule_prefix="GWY",
    longest=1000,
    points_a_win=2,
    vocabulary={"card": CARD_NAMES, "leader": LEADER_NAMES, "faction": FACTIONS, "row": ROWS},
    streams=("coin", stream("shuffle", 2), "chance", "redeal"),  # a shuffle stream for each seat
    decisions=(
        decision("first"),
        decision("redraw"),
        decision("turn"),
        decision("row"),  # of an agile unit, a horn or a mardroeme
        decision("target"),  # of a decoy
        decision("revive"),
        decision("discard"),
        decision("fetch"),
        decision("take"),
    ),
    actions=(
        action("pass"),
        action("leader"),
        action("keep"),  # keep the hand in the redraw
        action("decline"),  # revive nobody
        action("random"),  # revive a random unit, where a leader requires it
        action("first", "seat"),  # the seat that starts
        action("row", "row", text="{row}"),
        action("play", "card", text="{card}"),
        action("swap", "card"),
        action("revive", "card"),
        action("discard", "card"),
        action("fetch", "card"),  # from one's own deck
        action("take", "card"),  # from a discard pile into the hand
        action("decoy", "row", "card"),  # the unit that the decoy replaces
    ),
    refusals=(
        refusal("wrong_decision", "GWY-08"),
        refusal("not_in_hand", "GWY-08"),
        refusal("decoy_without_target", "GWY-29"),
        refusal("horns_everywhere", "GWY-27"),
        refusal("mardroemes_everywhere", "GWY-26"),
        refusal("leader_used", "GWY-36"),
        refusal("leader_passive", "GWY-36"),
        refusal("leader_off", "GWY-37"),
        refusal("leader_no_weather_in_deck", "GWY-36"),
        refusal("leader_no_weather", "GWY-36"),
        refusal("leader_horn_taken", "GWY-36"),
        refusal("leader_row_weak", "GWY-36"),
        refusal("leader_hand_empty", "GWY-36"),
        refusal("leader_pile_without_unit", "GWY-36"),
        refusal("leader_few_cards", "GWY-36"),
        refusal("leader_no_gain", "GWY-36"),
        refusal("leader_piles_empty", "GWY-36"),
        refusal("agile_row", "GWY-20"),
        refusal("horn_taken", "GWY-27"),
        refusal("mardroeme_taken", "GWY-26"),
        refusal("not_on_row", "GWY-29"),
        refusal("hero", "GWY-16"),
        refusal("decoy_on_decoy", "GWY-29"),
        refusal("not_in_pile", "GWY-21"),
        refusal("not_a_unit", "GWY-21"),
        refusal("revived_at_random", "GWY-36"),
        refusal("revived_by_choice", "GWY-21"),
        refusal("not_in_deck", "GWY-36"),
        refusal("not_weather", "GWY-36"),
        refusal("not_there_to_take", "GWY-36"),
        refusal("medic_must_revive", "GWY-21"),
    ),
    events=(
        event("leaders_shown", "faction0:faction", "leader0:leader", "faction1:faction", "leader1:leader"),
        event("leader_switched_off", "seat", "leader"),
        event("starts", "seat"),
        event("dealt", "seat", "number"),
        event("swapped", "seat", "card?", "card2:card?", private=True),
        event("redrew", "seat", "number"),
        event("round_begins", "number", "seat"),
        event("played", "seat", "card"),
        event("placed", "seat", "card", "side:seat", "row", "place:number"),  # the place in the row, from 0
        event("mustered", "seat", "card", "row", "from_hand:number", "place:number"),
        event("drew", "seat", "card?"),
        event("revived", "seat", "card"),
        event("fell", "side:seat", "card", "row", "pile:seat", "place:number"),  # the place in the row before
        event("flipped", "side:seat", "card", "card2:card", "row"),
        event("created", "side:seat", "card", "card2:card", "row"),
        event("scorched", "seat", "number"),
        event("returned", "seat", "card", "row", "place:number"),
        event("horn_sounded", "seat", "row", "by_leader:number"),
        event("mardroeme_laid", "seat", "row"),
        event("weather_came", "seat", "card"),
        event("weather_wasted", "seat", "card"),
        event("weather_cleared", "seat", "number0:number", "number1:number"),
        event("leader_acted", "seat", "leader"),
        event("discarded", "seat", "card", "how:number"),
        event("fetched", "seat", "card?"),
        event("weather_fetched", "seat", "card"),
        event("taken", "seat", "owner:seat", "card"),
        event("peeked", "seat", "card?"),
        event("moved", "seat", "card", "row"),
        event("piles_shuffled", "seat", "number"),
        event("passed", "seat", "automatic:number"),
        event("round_ends", "number", "total0:number", "total1:number", "hand0:number", "hand1:number"),
        event("tie_broken", "seat"),
        event("lost_gem", "seat", "number"),
        event("kept", "seat", "card", "row"),
        event("swept", "seat", "number", "off_rows:number", "off_weather:number"),
        event("came_back", "seat", "card", "row"),
        event("match_won", "seat"),
        event("match_drawn"),
        event("power", "seat", "faction"),  # a faction's power acts at the end of a round
    ),
    causes=("gems_lost", "all_gems_lost"),
    options=(
        option("expansions", False, (False, True)),
        option("skellige", False, (False, True)),
        option("redraw", "return", ("return", "discard"), field="redraw_discards"),
        option("muster_from", "deck", ("deck", "deck_and_hand"), field="muster_hand"),
        option("discard_owner", False, (False, True)),
        option("horn_unit_spares_itself", False, (False, True)),
        option("medic_may_decline", False, (False, True)),
        option("monsters_spare_heroes", False, (False, True)),
        # rules version 1: which of equal cards in the deck is fetched
        option("fetch_lowest", False, (False, True), offered=False),
    ),
    presets={
        "as_printed": {
            "redraw": "return",
            "muster_from": "deck",
            "discard_owner": False,
            "horn_unit_spares_itself": False,
            "medic_may_decline": False,
            "monsters_spare_heroes": False,
        },
        "witcher3": {
            "redraw": "return",
            "muster_from": "deck_and_hand",
            "discard_owner": False,
            "horn_unit_spares_itself": True,
            "medic_may_decline": True,
            "monsters_spare_heroes": True,
        },
    },
    seat_options=(seat_option("deck", shown="end"),),
    spellings={name: card.id for card in CARDS for name in card.name.values()},  # the printed names in both languages
    examples=("geralt_of_rivia", "pass", "leader", "close", "swap nekker", "decoy close nekker"),
    texts=(
        *("card_text", "leader_text", "faction_perk", "option_text", "option_value", "preset", "preset_text"),
        *("ability", "ability_name", "ability_short", "kind", "set", "row", "faction"),
        *("from_hand", "how", "automatic"),  # arguments of events that are shown in words
        *("deck", "ready_made", "board", "table", "card_short", "room", "report"),
    ),
)
Action, Decision, Event, Refusal, Cause, Stream = DECLARATION.numbers
