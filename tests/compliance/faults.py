"""Faults of a game: small replacements in the sources of Lampions, with the message the suite must give."""

from dataclasses import dataclass

import pytest

from ludotheque import compliance
from ludotheque.compliance import ComplianceError

PULSE = (
    ("state.py", '    Field("over", "i1"),', '    Field("pulse", "i1"),\n    Field("over", "i1"),'),
    (
        "rules.py",
        "    decision = decisions.kind(s)\n    if decision == Decision.CHOOSE:\n",
        "    decision = decisions.kind(s)\n    s.pulse += 50\n    if decision == Decision.CHOOSE:\n",
    ),
)  # a field too small for what it holds: it wraps when compiled, and grows in plain mode


@dataclass
class Fault:
    """A fault: its name (that of the test), its place, and the check and message that must find it."""

    name: str
    file: str
    old: str
    new: str
    check: str
    says: str


FAULTS = [
    Fault(
        "a hidden hand in the view",
        "view.py",
        '"known": ZONES.known(s, state.HAND + p, viewer),',
        '"known": ZONES.cards(s, state.HAND + p),',
        "check_secrecy",
        "view tells",
    ),
    Fault(
        "a hidden wish in the scores",
        "view.py",
        "        mine = views.owns(viewer, p) or s.over > 0\n",
        "        mine = True\n",
        "check_secrecy",
        "scores tells",
    ),
    Fault(
        "the order of a hidden hand in the view",
        "view.py",
        '"hand": s.count[state.HAND + p],',
        '"hand": s.count[state.HAND + p], "top": s.card[state.PILES.base[state.HAND + p]] > 2,',
        "check_secrecy",
        "view tells",
    ),
    Fault(
        "the generator in the view",
        "view.py",
        '"round": s.round,\n        "first"',
        '"round": s.round, "luck": s.key[0] % 6,\n        "first"',
        "check_secrecy",
        "view tells",
    ),
    Fault(
        "a hidden card in a prompt",
        "view.py",
        "lamp_in_question(s) or {}",
        'lamp_in_question(s) and {"seat": 0, "card": ZONES.cards(s, state.DECK)[-1:]} or {}',
        "check_secrecy",
        "prompt tells",
    ),
    Fault(
        "an event that tells everybody the card drawn",
        "rules.py",
        "events.emit(w, Event.DREW, p, card, 0, 0, 0, 0, 1 << p)",
        "events.emit(w, Event.DREW, p, card, 0, 0, 0, 0, EVERYONE)",
        "check_knowledge",
        "or redeal forgets what events said",
    ),
    Fault(
        "an event that tells the next seat the card drawn",
        "rules.py",
        "events.emit(w, Event.DREW, p, card, 0, 0, 0, 0, 1 << p)",
        "events.emit(w, Event.DREW, p, card, 0, 0, 0, 0, 1 << p | 1 << (p + 1) % s.players)",
        "check_knowledge",
        "or redeal forgets what events said",
    ),
    Fault(
        "a card openly returned that is not known",
        "rules.py",
        "    piles.push(s, HAND + owner, card, EVERYONE)  # LAM-07",
        "    piles.push(s, HAND + owner, card, 1 << owner)",
        "check_deduction",
        "can deduce that zone",
    ),
    Fault(
        "a refusal that reads another's hand",
        "rules.py",
        "            return Refusal.OWN_LAMP  # LAM-08",
        "            return Refusal.OWN_LAMP + (piles.find(s, HAND + (seat + 1) % s.players, MOTH) < 0) - 1",
        "check_secrecy",
        "why_not tells",
    ),
    Fault(
        "a question that is skipped where there is no moth",
        "rules.py",
        "        if s.count[HAND + left] > 0:",
        "        if piles.find(s, HAND + left, MOTH) >= 0:",
        "check_deduction",
        "can deduce that zone",
    ),
    Fault(
        "a move that is not listed",
        "rules.py",
        "n += forbidden(s, w, seat, action) == 0",
        "n += forbidden(s, w, seat, action) == 0 and action != Action.SWAT",
        "check_moves",
        "accepted but not listed ['swat']",
    ),
    Fault(
        "a move that is listed and refused",
        "rules.py",
        "n += forbidden(s, w, seat, action) == 0",
        "n += forbidden(s, w, seat, action) == 0 or action == Action.DECLINE",
        "check_moves",
        "listed but refused ['decline']",
    ),
    Fault(
        "moves that are not in order",
        "rules.py",
        "        out[n] = action\n        n += forbidden(s, w, seat, action) == 0",
        "        out[n] = Action.COUNT - 1 - action\n        n += forbidden(s, w, seat, out[n]) == 0",
        "check_moves",
        "ascending",
    ),
    Fault(
        "a choice that depends on who is last",
        "rules.py",
        "        if decisions.answered_by(s, seat):\n",
        "        if decisions.answered_by(s, seat):\n            s.first = seat\n",
        "check_order",
        "carried out in another order",
    ),
    Fault(
        "a redeal that keeps the wishes",
        "rules.py",
        "            s.wish[p] = 1 + chacha.below(s, Stream.REDEAL, LANTERN + 1)",
        "            chacha.below(s, Stream.REDEAL, LANTERN + 1)",
        "check_redeals",
        "'wish')",
    ),
    Fault(
        "a redeal that reads the wishes",
        "rules.py",
        "            s.wish[p] = 1 + chacha.below(s, Stream.REDEAL, LANTERN + 1)",
        "            s.wish[p] = 1 + (s.wish[p] + chacha.below(s, Stream.REDEAL, 2)) % 3",
        "check_redeals",
        "redealt twice, it differs in wish",
    ),
    Fault(
        "a redeal that keeps a hidden card",
        "rules.py",
        "    piles.pool_deal(s, w, DECK, bit)",
        "    bottom = piles.get(s, DECK, 0)\n"
        "    piles.pool_deal(s, w, DECK, bit)\n"
        "    for at in range(len(s.card)):\n"
        "        kept = s.count[DECK] < 2 or piles.get(s, DECK, 0) == bottom\n"
        "        if not kept and s.card[at] == bottom and s.known[at] & bit == 0:\n"
        "            s.card[at] = piles.get(s, DECK, 0)\n"
        "            piles.remove(s, DECK, 0)\n"
        "            piles.push_bottom(s, DECK, bottom, 0)",
        "check_redeals",
        "",
    ),
    Fault(
        "a redeal that gives away the hidden order",
        "rules.py",
        "    piles.pool_mix(s, w, Stream.REDEAL)",
        "    for i in range(w.pool_size - 1, 0, -1):\n"
        "        j = chacha.below(s, Stream.REDEAL, i + 1)\n"
        "        w.pool[i], w.pool[j] = w.pool[j], w.pool[i]",
        "check_redeals",
        "redealt twice, it differs in card",
    ),
    Fault(
        "a redeal whose places tell which card was played",
        "rules.py",
        "            piles.settle(s, HAND + p, bit)",
        "            pass",
        "check_knowledge",
        "the redeals of the two differ",
    ),
    Fault(
        "a redeal that forgets a card openly returned",
        "rules.py",
        "        piles.pool_collect(s, w, HAND + p, bit)",
        "        if p != viewer:\n"
        "            for i in range(s.count[HAND + p]):\n"
        "                s.known[piles.BASE[HAND + p] + i] = 1 << p\n"
        "        piles.pool_collect(s, w, HAND + p, bit)",
        "check_redeals",
        "changed known cards",
    ),
    Fault(
        "a card that is lost",
        "rules.py",
        "        piles.push(s, BOX, card, EVERYONE)",
        "        pass",
        "check_pieces",
        "pieces lost: {'tinder': 1}",
    ),
    Fault(
        "a card that is lost, as the invariants see it",
        "rules.py",
        "        piles.push(s, BOX, card, EVERYONE)",
        "        pass",
        "check_sound",
        "invariant 1",
    ),
    Fault(
        "a card that becomes another",
        "rules.py",
        "    piles.push(s, ASHES + seat, GUST, EVERYONE)",
        "    piles.push(s, ASHES + seat, MOTH, EVERYONE)",
        "check_pieces",
        "pieces lost: {'gust': 1}, made: {'moth': 1}",
    ),
    Fault(
        "an event that is missing",
        "rules.py",
        "    events.emit(w, Event.WENT_OUT, seat, card, 0, 0, 0, 0, EVERYONE)",
        "    pass",
        "check_ledger",
        "'ashes",
    ),
    Fault(
        "an event that counts wrong",
        "rules.py",
        "events.emit(w, Event.DEALT, p, 3, 0, 0, 0, 0, EVERYONE)",
        "events.emit(w, Event.DEALT, p, 2, 0, 0, 0, 0, EVERYONE)",
        "check_ledger",
        "'deck'",
    ),
    Fault(
        "events that find no room",
        "state.py",
        "work_fields(events=64",
        "work_fields(events=6",
        "check_sound",
        "",
    ),
    Fault(
        "a text that forgets a field",
        "text.py",
        'f"first: {s.first}", ',
        "",
        "check_texts",
        "differs in first",
    ),
    Fault(
        "a text that forgets who knows a card",
        "text.py",
        "ZONES.write(s, zone + p, 1 << p if name == 'hand' else EVERYONE)",
        "' '.join(ZONES.cards(s, zone + p))",
        "check_texts",
        "differs in known",
    ),
    Fault(
        "a text that shows the generator",
        "text.py",
        'f"turn: {s.turn}"]',
        'f"turn: {s.turn}", f"# {s.key[0]}"]',
        "check_texts",
        "written, read and written again differs",
    ),
    Fault(
        "a game that never ends",
        "rules.py",
        "            light(s, w, owner, card)",
        "            carry_out(s, w, owner, card)",
        "check_longest",
        "not over after 401 decisions",
    ),
    Fault(
        "a bound that is too low",
        "declaration.py",
        "    longest=400,",
        "    longest=20,",
        "check_longest",
        "declaration.longest is 20",
    ),
    Fault(
        "shares that do not make one win",
        "rules.py",
        "    return SHARE // winners if",
        "    return SHARE if",
        "check_outcomes",
        "do not make one win",
    ),
    Fault(
        "a notation that does not read as it is written",
        "declaration.py",
        'action("let"),',
        'action("let", text="let  it"),',
        "check_notation",
        "'let  it', written for 6, reads as None",
    ),
    Fault(
        "an event that was not declared",
        "rules.py",
        "events.emit(w, Event.WENT_OUT, seat",
        "events.emit(w, Event.WENT_UOT, seat",
        "check_declaration",
        "Event.WENT_UOT is not declared",
    ),
    Fault(
        "an event that no rule tells",
        "declaration.py",
        'event("round", "number", "seat"),',
        'event("round", "number", "seat"),\n        event("slept", "seat"),',
        "check_declaration",
        "Event.SLEPT is declared, but no rule uses it",
    ),
    Fault(
        "an example that is no move",
        "declaration.py",
        '"puff 2"),',
        '"puff 7"),',
        "check_declaration",
        "the example 'puff 7' is no move",
    ),
    Fault(
        "a new refusal without its sentence",
        "declaration.py",
        'refusal("own_lamp", "LAM-08"),',
        'refusal("own_lamp", "LAM-08"),\n        refusal("too_dark", "LAM-08"),',
        "check_messages",
        "fr: 'refusal.too_dark' is missing",
    ),
    Fault(
        "a new event without the sentence for those who may not see it",
        "declaration.py",
        'event("spent", "seat", "card"),',
        'event("spent", "seat", "card?"),',
        "check_messages",
        "en: 'event.spent_hidden' is missing",
    ),
    Fault(
        "an event without its sentence for the player who acts",
        "messages/en.toml",
        'lit = "You light a {card}."',
        'lid = "You light a {card}."',
        "check_messages",
        "en: 'you.seat.lit' is missing",
    ),
    Fault(
        "a new action without its words",
        "declaration.py",
        'action("decline"),',
        'action("decline"),\n        action("sulk"),',
        "check_messages",
        "en: 'move.sulk' is missing",
    ),
    Fault(
        "a new decision without its prompt",
        "declaration.py",
        'decision("blow")),',
        'decision("blow"), decision("sing")),',
        "check_messages",
        "en: 'prompt.sing' is missing",
    ),
    Fault(
        "a new cause without its words",
        "declaration.py",
        'causes=("rounds_played",),',
        'causes=("rounds_played", "all_dark"),',
        "check_messages",
        "fr: 'cause.all_dark' is missing",
    ),
    Fault(
        "a new option without its words",
        "declaration.py",
        "(3, 4, 5, 6)),),",
        '(3, 4, 5, 6)), option("wind", 0, (0, 1), field="over")),',
        "check_messages",
        "en: 'option.wind' is missing",
    ),
    Fault(
        "a new seat option without its words",
        "declaration.py",
        "values=WISHES),),",
        'values=WISHES), seat_option("hat", shown="end")),',
        "check_messages",
        "fr: 'seat_option.hat' is missing",
    ),
    Fault(
        "a sentence that is missing in one language",
        "messages/fr.toml",
        "own_lamp =",
        "# own_lamp =",
        "check_messages",
        "fr: 'refusal.own_lamp' is missing",
    ),
    Fault(
        "a sentence that nothing says",
        "messages/en.toml",
        "[cause]",
        '[cause]\nall_asleep = "Everybody has fallen asleep."',
        "check_messages",
        "en: 'cause.all_asleep' is never used",
    ),
    Fault(
        "a parameter that does not exist",
        "messages/en.toml",
        'lit = "{seat} lights a {card}."',
        'lit = "{seat} lights a {lamp}."',
        "check_messages",
        "uses {lamp}, but comes with card, seat",
    ),
    Fault(
        "a parameter that one language leaves out",
        "messages/en.toml",
        'lit = "{seat} lights a {card}."',
        'lit = "{seat} lights a lamp."',
        "check_messages",
        "'event.lit' uses ['seat'] in en, ['card', 'seat'] in fr",
    ),
    Fault(
        "a hidden parameter in the sentence for those who may not see it",
        "messages/en.toml",
        'drew_hidden = "{seat} draws a card."',
        'drew_hidden = "{seat} draws a {card}."',
        "check_messages",
        "'event.drew_hidden' uses {card}",
    ),
    Fault(
        "a card without its words",
        "messages/en.toml",
        'gust = "Roll the die.',
        'gale = "Roll the die.',
        "check_messages",
        "en: 'card_text.gust' is missing",
    ),
    Fault(
        "rulebooks that differ",
        "rulebook/fr.toml",
        '"LAM-11", "LAM-12"',
        '"LAM-12", "LAM-11"',
        "check_rulebooks",
        "differ between languages",
    ),
    Fault(
        "a ruling in one language",
        "rulebook/fr.toml",
        "[rule.LAM-12]\n",
        '[rule.LAM-12]\nruling = "Parce que."\n',
        "check_rulebooks",
        "has a ruling in one language only",
    ),
    Fault(
        "a refusal that cites no rule",
        "declaration.py",
        'refusal("no_moth", "LAM-07")',
        'refusal("no_moth", "LAM-77")',
        "check_rulebooks",
        "cites LAM-77",
    ),
    Fault(
        "a lesson whose goal is no legal move",
        "lessons.toml",
        'goals = ["puff 2"]',
        'goals = ["puff 0"]',
        "check_lessons",
        "'puff 0' is not legal",
    ),
    Fault(
        "a lesson whose goal is not written as the game writes it",
        "lessons.toml",
        'goals = ["puff 2"]',
        'goals = ["PUFF  2"]',
        "check_lessons",
        "or not written as the game writes it",
    ),
    Fault(
        "a lesson in which nothing can be got wrong",
        "lessons.toml",
        'goals = ["puff 2"]',
        'goals = ["puff 1", "puff 2"]',
        "check_lessons",
        "nothing to get wrong",
    ),
    Fault(
        "a lesson for somebody who owes no decision",
        "lessons.toml",
        'id = "blow"\n',
        'id = "blow"\nseat = 1\n',
        "check_lessons",
        "nothing is asked of seat 1",
    ),
    Fault(
        "a lesson that can't be laid out",
        "lessons.toml",
        "lit 2: lantern",
        "lit 2: lattern",
        "check_lessons",
        "'lattern' is unknown",
    ),
    Fault(
        "a lesson that cites no rule",
        "lessons.toml",
        'rules = ["LAM-08"]',
        'rules = ["LAM-88"]',
        "check_lessons",
        "LAM-88 is no rule in fr",
    ),
    Fault(
        "a slip that is the goal itself",
        "lessons.toml",
        'goals = ["puff 2"]',
        'goals = ["puff 2"]\nslips = { "puff 2" = "lantern" }',
        "check_lessons",
        "slip 'puff 2' is legal nowhere, or a goal",
    ),
    Fault(
        "a lesson that says nothing to a slip",
        "lessons.toml",
        'goals = ["puff 2"]',
        'goals = ["puff 2"]\nslips = { "puff 1" = "spark" }',
        "check_messages",
        "fr: 'lesson.blow.slip_spark' is missing",
    ),
    Fault(
        "a lesson without its goal in one language",
        "messages/fr.toml",
        'goal = "Soufflez',
        'aim = "Soufflez',
        "check_messages",
        "fr: 'lesson.blow.goal' is missing",
    ),
    Fault(
        "a hidden hand in the observation",
        "observation.py",
        "if piles.mask_of(s, HAND + p, i) >> me & 1 == 1:",
        "if True:",
        "check_observation",
        "sees known otherwise in a redeal",
    ),
    Fault(
        "a choice face down in the observation",
        "observation.py",
        "(k == 0 or asked != Decision.CHOOSE)",
        "True",
        "check_observation",
        "sees chosen otherwise with others' choices redealt",
    ),
    Fault(
        "an observation that forgets the ashes",
        "observation.py",
        "x[At.ASHES + row + piles.get(s, ASHES + p, i)] += 1",
        "pass",
        "check_observation",
        "does not show table.seats",
    ),
    Fault(
        "an observation that touches the state",
        "observation.py",
        "    asked = decisions.kind(s)\n    x[At.PLAYERS",
        "    asked = decisions.kind(s)\n    s.turn += 1\n    x[At.PLAYERS",
        "check_observation",
        "observing has changed the state",
    ),
]


def fails(check, game, says, **parameters):
    """Run a check that must fail, for the reason expected, with a message that leads back to the fault."""
    with pytest.raises(ComplianceError) as caught:
        getattr(compliance, check)(game, **parameters)
    message = str(caught.value)
    assert says in message, message
    assert message.startswith(f"{game.name}: "), message
    return message
