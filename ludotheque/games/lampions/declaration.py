"""The declaration of Lampions: decisions, actions, refusals, events and everything else that is fixed.

The order gives the numbers: append what is new to its list, or change the rules version.
"""

from __future__ import annotations

from ludotheque.games.lampions.components import GAME, NAMES, WISHES
from ludotheque.kernel.data_files import versioned
from ludotheque.play.declaration import Declaration, action, decision, event, option, refusal, seat_option

DECLARATION = Declaration(
    name="lampions",
    title={"en": "Lampions", "fr": "Lampions", "de": "Lampions"},
    players=(3, 5),
    rules_version=versioned(GAME, "1"),
    rule_prefix="LAM",
    longest=400,
    points_a_win=8,
    vocabulary={"card": NAMES, "wish": WISHES},
    streams=("deal", "dice", "redeal"),
    decisions=(decision("choose", secret=True), decision("react"), decision("relight"), decision("blow")),
    actions=(
        action("play", "card", text="{card}"),  # the card that I play face down
        action("let"),  # let the right neighbour's lamp be lit
        action("swat"),  # or send it back with a moth
        action("rekindle", "card"),  # the card that I take from my ashes
        action("decline"),
        action("puff", "seat"),  # the player whose newest lamp goes out
    ),
    refusals=(
        refusal("wrong_decision", "LAM-05"),
        refusal("not_in_hand", "LAM-04"),
        refusal("no_moth", "LAM-07"),
        refusal("not_in_ashes", "LAM-09"),
        refusal("not_rekindled", "LAM-09"),
        refusal("no_lamp_there", "LAM-08"),
        refusal("own_lamp", "LAM-08"),
    ),
    events=(
        event("dealt", "seat", "number"),
        event("revealed", "seat", "card"),
        event("lit", "seat", "card"),
        event("sent_back", "seat", "other:seat", "card"),
        event("burnt", "seat", "card"),
        event("spent", "seat", "card"),
        event("rolled", "seat", "number"),
        event("went_out", "seat", "card"),
        event("rekindled", "seat", "card"),
        event("drew", "seat", "card?"),
        event("round", "number", "seat"),
        event("wished", "seat", "card", "number"),
    ),
    causes=("rounds_played",),
    options=(option("rounds", 5, (3, 4, 5, 6)),),
    seat_options=(seat_option("wish", shown="end", values=WISHES),),
    examples=("candle", "let", "swat", "rekindle spark", "decline", "puff 2"),
    texts=("card_text", "board"),
    template=True,
)
Action, Decision, Event, Refusal, Cause, Stream = DECLARATION.numbers
