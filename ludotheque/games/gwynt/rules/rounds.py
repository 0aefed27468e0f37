"""The course of a match: turns, passing, the end of a round and of the match."""

from ludotheque.games.gwynt.declaration import Decision, Event, Stream
from ludotheque.games.gwynt.rules.effects import draw, random_target_in_pile
from ludotheque.games.gwynt.rules.leaders import leader_may_act
from ludotheque.games.gwynt.rules.rows import arrive, avenge, bury, empty_slots, place_of
from ludotheque.games.gwynt.rules.strength import (
    ability_of,
    card_of,
    is_hero,
    is_unit,
    player_of,
    row_zone,
    side_total,
)
from ludotheque.games.gwynt.state import AGILE, CLOSE, HAND, PILE, WEATHER_ZONE
from ludotheque.games.gwynt.tables import Ability, Faction
from ludotheque.kernel import chacha, decisions, events, kernel, piles
from ludotheque.kernel.declare import EVERYONE

# Turns ------------------------------------------------------------------------------------------------------------


@kernel
def advance(s, w):
    """Continue until a player has a real decision or the match is over."""
    while s.depth == 0 and s.over == 0:
        if s.passed[0] == 1 and s.passed[1] == 1:
            end_round(s, w)
        elif s.passed[s.turn] == 1:
            s.turn = 1 - s.turn
        elif s.count[HAND + s.turn] == 0 and not leader_may_act(s, w, s.turn):
            pass_round(s, w, s.turn, 1)  # GWY-09
        else:
            decisions.ask(s, Decision.TURN, s.turn, 0, 0)


@kernel
def turn_done(s):
    """Give the turn to the other player; `advance` skips one who has passed (GWY-08)."""
    s.turn = 1 - s.turn


@kernel
def pass_round(s, w, seat, automatic):
    """Take `seat` out until the round ends."""
    s.passed[seat] = 1
    s.last_to_pass = seat
    s.turn = 1 - seat
    events.emit(w, Event.PASSED, seat, automatic, 0, 0, 0, 0, EVERYONE)


# The end of a round -----------------------------------------------------------------------------------------------


@kernel
def end_round(s, w):
    """End a round: totals, ties, gems and the end of the match; then clear the board (GWY-10 to GWY-13)."""
    total0 = side_total(s, w, 0)
    total1 = side_total(s, w, 1)
    at = 2 * (s.round - 1)
    s.totals[at] = total0
    s.totals[at + 1] = total1
    winner = -1
    if total0 != total1:
        winner = 0 if total0 > total1 else 1
    elif (s.faction[0] == Faction.NILFGAARD) != (s.faction[1] == Faction.NILFGAARD):
        winner = 0 if s.faction[0] == Faction.NILFGAARD else 1  # GWY-34
    events.emit(w, Event.ROUND_ENDS, s.round, total0, total1, s.count[HAND], s.count[HAND + 1], 0, EVERYONE)
    if total0 == total1 and winner >= 0:
        emit_power(s, w, winner)
        events.emit(w, Event.TIE_BROKEN, winner, 0, 0, 0, 0, 0, EVERYONE)
    for seat in range(2):
        if seat != winner:
            s.gems[seat] -= 1
            events.emit(w, Event.LOST_GEM, seat, s.gems[seat], 0, 0, 0, 0, EVERYONE)
    if s.gems[0] == 0 or s.gems[1] == 0:
        s.over = 1
        if match_winner(s) < 0:
            events.emit(w, Event.MATCH_DRAWN, 0, 0, 0, 0, 0, 0, EVERYONE)
        else:
            events.emit(w, Event.MATCH_WON, match_winner(s), 0, 0, 0, 0, 0, EVERYONE)
        return
    clear_board(s, w)
    s.round += 1
    if winner >= 0 and s.faction[winner] == Faction.NORTHERN_REALMS:
        emit_power(s, w, winner)
        draw(s, w, winner, 1)  # GWY-35
    if s.round == 3:
        for seat in range(2):
            if s.faction[seat] == Faction.SKELLIGE:
                skellige_returns(s, w, seat)
    s.turn = winner if winner >= 0 else s.last_to_pass  # GWY-12
    s.passed[0] = 0
    s.passed[1] = 0
    events.emit(w, Event.ROUND_BEGINS, s.round, s.turn, 0, 0, 0, 0, EVERYONE)


@kernel
def emit_power(s, w, seat):
    """Emit the event that a faction's power acts (GWY-32 to GWY-36); the events of its effect follow."""
    events.emit(w, Event.POWER, seat, s.faction[seat], 0, 0, 0, 0, EVERYONE)


@kernel
def match_winner(s):
    """The seat that has won, -1 for a draw (GWY-13)."""
    if s.gems[0] == 0 and s.gems[1] == 0:
        return -1
    return 1 if s.gems[0] == 0 else 0


@kernel
def clear_board(s, w):
    """Move all cards to the piles except the unit that Monsters keep, then place the avengers' cards (GWY-11)."""
    piled0, piled1 = s.count[PILE], s.count[PILE + 1]
    lay0, lay1 = on_side(s, 0), on_side(s, 1)
    kept0 = choose_kept(s, w, 0)
    kept1 = choose_kept(s, w, 1)
    heirs0 = sweep(s, w, 0, kept0)
    heirs1 = sweep(s, w, 1, kept1)
    thrown0 = 0
    thrown1 = 0
    while s.count[WEATHER_ZONE] > 0:
        code = piles.pop(s, WEATHER_ZONE)
        piles.push(s, PILE + player_of(code), card_of(code), EVERYONE)
        thrown0 += player_of(code) == 0
        thrown1 += player_of(code) == 1
    forget_order(s)
    emit_swept(s, w, 0, s.count[PILE] - piled0, lay0 - on_side(s, 0), thrown0)
    emit_swept(s, w, 1, s.count[PILE + 1] - piled1, lay1 - on_side(s, 1), thrown1)
    raise_heirs(s, w, 0, heirs0)
    raise_heirs(s, w, 1, heirs1)


@kernel
def emit_swept(s, w, seat, piled, left, thrown):
    """Emit the counts of cards that went to a pile, left the rows, and were weather; nothing if all are 0."""
    if piled + left + thrown > 0:
        events.emit(w, Event.SWEPT, seat, piled, left, thrown, 0, 0, EVERYONE)


@kernel
def on_side(s, seat):
    """The number of cards on the rows of `seat`."""
    return s.count[row_zone(seat, 0)] + s.count[row_zone(seat, 1)] + s.count[row_zone(seat, 2)]


@kernel
def forget_order(s):
    """Restart the order of placing for the next round; remaining cards come first."""
    s.order = 0
    for z in range(6):
        base = piles.BASE[row_zone(0, z)]
        for i in range(s.count[row_zone(0, z)]):
            s.card[base + i] &= 511


@kernel
def choose_kept(s, w, seat):
    """The unit that stays for Monsters, drawn from all on their side (GWY-32), as 64 * row + slot; -1 for none."""
    if s.faction[seat] != Faction.MONSTERS:
        return -1
    units = 0
    for row in range(3):
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            units += may_stay(s, card_of(piles.get(s, z, i)))
    if units == 0:
        return -1
    left = chacha.below(s, Stream.CHANCE, units)
    for row in range(3):
        z = row_zone(seat, row)
        for i in range(s.count[z]):
            card = card_of(piles.get(s, z, i))
            if may_stay(s, card):
                if left == 0:
                    emit_power(s, w, seat)
                    events.emit(w, Event.KEPT, seat, card, row, 0, 0, 0, EVERYONE)
                    return 64 * row + i
                left -= 1
    return -1


@kernel
def may_stay(s, card):
    """Whether Monsters may keep a card: any unit; a hero only if the option allows it (GWY-32)."""
    return is_unit[card] == 1 and (s.monsters_spare_heroes == 0 or is_hero[card] == 0)


@kernel
def sweep(s, w, side, kept):
    """Clear the rows of a side except the kept slot; return the avengers that left: 1 + card, the next × 256."""
    heirs = 0
    for row in range(3):
        z = row_zone(side, row)
        for i in range(s.count[z] - 1, -1, -1):
            if 64 * row + i == kept:
                continue
            code = piles.remove(s, z, i)
            if kept // 64 == row and i < kept % 64:
                kept -= 1  # the kept card has moved down
            bury(s, side, code)
            if ability_of[card_of(code)] == Ability.AVENGER:
                heirs = heirs * 256 + card_of(code) + 1
    empty_slots(s, side)
    return heirs


@kernel
def raise_heirs(s, w, side, heirs):
    """Place the cards that avengers leave behind at the end of a round (GWY-26)."""
    while heirs > 0:
        avenge(s, w, side, heirs % 256 - 1)
        heirs = heirs // 256


@kernel
def skellige_returns(s, w, seat):
    """Return two random units of the pile to their rows, without their abilities (GWY-36)."""
    for n in range(2):
        card = random_target_in_pile(s, seat)
        if card >= 0:
            if n == 0:
                emit_power(s, w, seat)
            piles.take(s, PILE + seat, card)
            row = CLOSE if place_of[card] == AGILE else place_of[card]
            events.emit(w, Event.CAME_BACK, seat, card, row, 0, 0, 0, EVERYONE)
            arrive(s, w, seat, row, card, seat)
