"""The end of a match in words: the cause, the ranking with points, who shares the win."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.messages import signed
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL
from ludotheque.terminal.words import Words


def ending(pos: Position, words: Words) -> RenderableType:
    """The end of a finished match."""
    outcome = pos.outcome()
    if outcome is None:
        return Text(words.say("room.not_over"))
    say = words.say
    winners = [seat for seat, share in enumerate(outcome["shares"]) if share > 0]
    if pos.game.declaration.together:
        verdict = say("room.won_together" if winners else "room.lost_together")
    elif not winners:
        verdict = say("room.nobody_wins")
    elif len(winners) == 1:
        verdict = say("room.wins", seat=winners[0])
    else:
        verdict = say("room.share_the_win", seats=winners)
    scores = outcome.get("scores") or pos.scores(ALL)  # what the ranking is by
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(say("room.rank"), justify="right")
    table.add_column(say("room.player"))
    table.add_column(say("room.points"), justify="right")
    rank = 1
    for tied in outcome["ranking"]:
        for seat in tied:
            table.add_row(str(rank), words.coloured(words.names[seat]), signed(scores[seat]))
        rank += len(tied)
    cause = say(f"cause.{outcome['cause']}")
    return Group(Text(cause), words.coloured(verdict), Text(""), table)
