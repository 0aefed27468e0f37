"""The picture of a review, to share: the game, the result, the players, and the curve of win chances.

A picture leaves the people who may open the match behind. So it names a person only if their profile is shown, or if
they asked for it themselves; others are "Player 2". Nothing in it leads to the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.review import Review, Verdict
from ludotheque.messages import Messages
from ludotheque.server.people.schemas import Person
from ludotheque.server.pictures import Line, Poster
from ludotheque.server.tables.records import Seat, TableRecord
from ludotheque.toolkit import svg

MARKED = {"inaccuracy": "#775500", "mistake": "#9c4407", "blunder": "#a3261b"}  # as on the page
DASHES = ("", "14 6", "4 6", "18 6 4 6", "8 8", "24 8", "10 4 2 4")
LEFT, RIGHT, TOP, FOOT = 64.0, 610.0, 84.0, 440.0  # of the curve, in the room for drawings
SIZE = 9.0  # of a mark, from its middle


def card(table: TableRecord, review: Review, entries: Sequence[int], asker: Person | None, language: str) -> Poster:
    """Return the picture of a complete review, for the person who asks for it."""
    words = Messages(language)
    names = [_name(seat, asker, words) for seat in table.seats]
    outcome = table.row.outcome or {}
    together = table.game.declaration.together
    scores: list[int] = [] if together else outcome.get("scores") or []
    best = [seat for seat, share in enumerate(review.result) if share == max(review.result) > 0]
    lines = []
    for number, summary in enumerate(review.seats):
        accuracy = summary.accuracy
        note = "" if accuracy is None else words.say("picture.accuracy", {"n": round(accuracy)})
        lines.append(Line(names[number], number, scores[number] if scores else None, number in best, note))
    return Poster(
        title=table.game.declaration.title[language],
        verdict=_verdict(best, names, together, words),
        lines=tuple(lines),
        drawing=_curve(review, entries, together, words),
    )


def _name(seat: Seat, asker: Person | None, words: Messages) -> str:
    """The name of a player; that of a seat for somebody whose profile is hidden."""
    own = asker is not None and seat.person == asker.id
    if seat.kind == "bot" or seat.shown or own:
        return seat.name or seat.bot or ""
    return words.say("picture.player", {"n": seat.number + 1})


def _verdict(best: list[int], names: list[str], together: bool, words: Messages) -> str:
    if together:
        return words.say("picture.team_won" if best else "picture.team_lost")
    if not best:
        return words.say("picture.nobody_won")
    return words.say("picture.won", {"name": names[best[0]]}) if len(best) == 1 else words.say("picture.shared")


def _curve(review: Review, entries: Sequence[int], together: bool, words: Messages) -> str:
    """Draw the win chance of each seat, or of the team, with a mark at every inaccuracy, mistake and blunder."""
    last = max([1, *entries])

    def at(entry: float, chance: float) -> tuple[float, float]:
        return round(LEFT + (RIGHT - LEFT) * entry / last, 1), round(FOOT - (FOOT - TOP) * chance, 1)

    parts = [
        svg.text(20, 36, words.say("picture.team_chance" if together else "picture.chance"), 22, bold=True, most=600)
    ]
    for chance in (0.0, 0.5, 1.0):
        _, y = at(0, chance)
        parts.append(svg.line([(LEFT, y), (RIGHT, y)], svg.LINE, 2, "" if chance != 0.5 else "2 8"))
        parts.append(svg.text(LEFT - 12, y + 6, f"{round(100 * chance)}", 18, svg.QUIET, anchor="end"))
    everybody = list(range(review.players))
    for seats in [everybody] if together else [[seat] for seat in everybody]:
        own = [verdict for verdict in review.verdicts if verdict.seat in seats]
        points = [
            point
            for verdict in own
            for point in (
                at(max(0, entries[verdict.number] - 1), verdict.chance),
                at(entries[verdict.number], verdict.played),
            )
        ]
        if points:
            points = [(LEFT, points[0][1]), *points, at(last, review.result[seats[0]])]
            parts.append(svg.line(points, svg.SEATS[seats[0]], 4, DASHES[seats[0]]))
    marked = [verdict for verdict in review.verdicts if verdict.judgement in MARKED]
    parts += [_mark(verdict.judgement, *at(entries[verdict.number], verdict.played)) for verdict in marked]
    return "".join([*parts, *_legend(marked, words)])


def _legend(marked: list[Verdict], words: Messages) -> list[str]:
    """Say in words what the marks of this picture mean."""
    parts, x = [], LEFT
    for judgement in MARKED:
        if any(verdict.judgement == judgement for verdict in marked):
            said = words.say(f"review.class.{judgement}")
            parts += [_mark(judgement, x + SIZE, 500), svg.text(x + 30, 507, said, 20, svg.QUIET)]
            x += 70 + 11 * len(said)
    return parts


def _mark(judgement: str, x: float, y: float) -> str:
    """The shape of a class: a triangle, a lozenge, or an octagon."""
    half, edge = SIZE, SIZE * 0.42
    shapes = {
        "inaccuracy": [(-half, -half), (half, -half), (0.0, half)],
        "mistake": [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)],
        "blunder": [
            *((-edge, -half), (edge, -half), (half, -edge), (half, edge)),
            *((edge, half), (-edge, half), (-half, edge), (-half, -edge)),
        ],
    }
    return svg.area([(round(x + dx, 1), round(y + dy, 1)) for dx, dy in shapes[judgement]], MARKED[judgement])
