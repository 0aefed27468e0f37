"""Lampions: a small game of our own, made to be copied.

It is short, but has every difficulty that a modern board game may bring: hidden hands, a secret choice made by all at
once (and withdrawn until all are ready), a reaction out of turn, a die in the middle of a turn, a card openly returned
to a hand (and so known there), a private wish shown at the end, a decision that triggers another of its kind, a shared
win.

To add a game, copy this folder and follow docs/add-a-game.md.
"""

from ludotheque.data_files import versioned
from ludotheque.games.lampions import state
from ludotheque.games.lampions.cards import GAME, NAMES, WISHES
from ludotheque.play.facts import Decision, Event, Facts, Option, Refusal, SeatOption

KERNEL_MODULES = ("rules", "heuristic")

FACTS = Facts(
    name="lampions",
    title={"en": "Lampions", "fr": "Lampions"},
    players=(3, 5),
    rules_version=versioned(GAME, "1"),
    rule_prefix="LAM",
    actions=state.ACTIONS,
    longest=400,
    streams=state.STREAMS,
    decisions=(Decision("choose", secret=True), Decision("react"), Decision("relight"), Decision("blow")),
    refusals=(
        Refusal("LAM-05", "wrong_decision"),
        Refusal("LAM-04", "not_in_hand"),
        Refusal("LAM-07", "no_moth"),
        Refusal("LAM-09", "not_in_ashes"),
        Refusal("LAM-09", "not_rekindled"),
        Refusal("LAM-08", "no_lamp_there"),
        Refusal("LAM-08", "own_lamp"),
    ),
    events=(
        Event("dealt", "seat", "number"),
        Event("revealed", "seat", "card"),
        Event("lit", "seat", "card"),
        Event("sent_back", "seat", "other:seat", "card"),
        Event("burnt", "seat", "card"),
        Event("spent", "seat", "card"),
        Event("rolled", "seat", "number"),
        Event("went_out", "seat", "card"),
        Event("rekindled", "seat", "card"),
        Event("drew", "seat", "card?"),
        Event("round", "number", "seat"),
        Event("wished", "seat", "card", "number"),
    ),
    causes=("rounds_played",),
    options=(Option("rounds", 5, (3, 4, 5, 6)),),
    seat_options=(SeatOption("wish", shown="end"),),
    vocabulary={"card": NAMES, "wish": WISHES},
    texts=("card_text", "board"),
    template=True,
)
