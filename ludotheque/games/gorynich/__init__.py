"""Gorynich: three to seven heads of one dragon, who must agree without a word. Everyone wins or loses together."""

from ludotheque.games.gorynich import state
from ludotheque.games.gorynich.boards import NAMES
from ludotheque.games.gorynich.box import BOX, CARDS, COUNTERS, FEWEST, MOST, OPTIONS, TILES
from ludotheque.kernel.data_files import versioned
from ludotheque.play.facts import Decision, Event, Facts, Option, Refusal

KERNEL_MODULES = (
    *("laying", "knights", "manoeuvres", "rounds", "knowledge", "soundness", "rules"),
    *("heuristic", "planner", "policies"),
)

FACTS = Facts(
    name="gorynich",
    title={"en": "Gorynich", "fr": "Gorynich"},
    players=(FEWEST, MOST),
    rules_version=versioned("gorynich", "1"),
    rule_prefix="GOR",
    actions=state.ACTIONS,
    longest=3700,
    streams=state.STREAMS,
    decisions=(
        Decision("perch"),
        Decision("speak"),
        Decision("point"),
        Decision("choose", secret=True),
        Decision("fly"),
        Decision("tile"),
        Decision("aim"),
        Decision("breathe"),
        Decision("steer"),
        Decision("dive"),
        Decision("light"),
        Decision("blow"),
        Decision("drop", secret=True),
    ),
    refusals=tuple(Refusal(rule, name) for rule, name in state.REFUSALS),
    events=tuple(Event(name, *arguments) for name, *arguments in state.EVENTS),
    causes=state.CAUSES,
    options=(
        Option("level", "standard", OPTIONS["level"]),
        Option("order", "random", OPTIONS["order"]),
        Option("rivers", 0, OPTIONS["rivers"]),
        Option("fixed_colours", True, OPTIONS["fixed_colours"]),
        Option("tiles", "base", OPTIONS["tiles"]),
        Option("speech", True, OPTIONS["speech"]),
    ),
    vocabulary={
        "card": CARDS,
        "cause": state.CAUSES,
        "counter": COUNTERS,
        "deck": state.DECKS,
        "panel": tuple(side.name for side in BOX.sides),
        "square": NAMES,
        "tile": TILES,
        "way": state.WAYS,
        "why": state.WHY,
    },
    texts=(
        *("card_text", "tile_text", "counter_text", "option_text", "option_value", "preset", "preset_text"),
        *("plan", "letter", "board", "report"),
    ),
    together=True,
    silent=True,
    presets=BOX.presets,
)
