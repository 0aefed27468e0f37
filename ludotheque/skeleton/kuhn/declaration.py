"""Everything that is fixed. The order gives the numbers."""

from ludotheque.play.declaration import Declaration, action, decision, event, payoff

CARDS = ("jack", "queen", "king")
DECLARATION = Declaration(
    name="kuhn",
    title={"en": "Kuhn poker"},
    players=(2, 2),
    rule_prefix="KUH",
    longest=3,
    vocabulary={"card": CARDS},
    streams=("deal", "redeal"),
    decisions=(decision("speak"),),
    actions=(action("pass"), action("bet")),
    events=(event("passed", "seat"), event("raised", "seat"), event("showed", "seat", "card")),
    causes=("folded", "compared"),
    payoff=payoff(-2, 2, total=0),
)
Action, Decision, Event, Refusal, Cause, Stream = DECLARATION.numbers
