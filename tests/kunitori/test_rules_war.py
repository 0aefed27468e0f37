"""War: KUN-12 to KUN-17, KUN-19, and the printed battle of KUN-24."""

import pytest

import ludotheque as lt


def at_war(at, more, players=3, hand="copper"):
    """The battle phase of seat 0, who has played a general; seat 1 holds `hand`."""
    seats = "".join(f"hand {p}: {hand if p == 1 else 'copper'}\ndeck {p}: copper*4\n" for p in range(players))
    return at(f"players: {players}\nphase: battle\ngeneral played: yes\n{seats}{more}")


@pytest.mark.rule("KUN-12")
def test_war_needs_a_general_played_this_turn(at):
    table = at("hand 0: copper\nplayed: cavalry\nphase: battle\nhand 1: copper")
    assert table.asked == (0, "buy")
    assert table.refusal("war") == ("KUN-12", "no_general")
    led = at("hand 0: honda_tadakatsu copper\nhand 1: copper").play("play honda_tadakatsu")
    assert led.asked == (0, "act")  # the general gives an action
    assert led.refusal("war") == ("KUN-12", "not_battle_phase")
    led.play("end actions")
    assert led.moves() == ["peace", "war"]


@pytest.mark.rule("KUN-12")
def test_politics_and_strategy_do_not_fight(at):
    table = at_war(at, "played: honda_tadakatsu temple_town trap cavalry\nreplayed: spear_troopers", 2).play("war")
    assert table.table["war"]["battle"]["attackers"] == {"honda_tadakatsu": 1, "cavalry": 1, "spear_troopers": 1}
    assert table.table["war"]["battle"]["attack"] == 9


@pytest.mark.rule("KUN-13")
def test_war_is_optional(at):
    table = at_war(at, "played: honda_tadakatsu").play("peace")
    assert table.asked == (0, "buy")
    assert table.refusal("war") == ("KUN-12", "not_battle_phase")


@pytest.mark.rule("KUN-13")
def test_one_general_may_attack_several_clockwise(at):
    table = at_war(at, "turn: 1\nplayed: honda_tadakatsu cavalry").play("war")
    assert table.asked == (1, "aim")
    assert table.moves() == ["aim 0", "aim 2"]
    assert table.refusal("aim 1") == ("KUN-13", "target_self")
    assert table.refusal("aim 4") == ("KUN-13", "no_such_seat")
    assert table.refusal("enough") == ("KUN-13", "target_needed")
    table.play("aim 2")
    assert table.moves() == ["enough", "aim 0"]
    assert table.refusal("aim 2") == ("KUN-13", "target_counter_clockwise")
    table.play("aim 0")
    assert table.asked == (2, "defend")  # the left neighbour first
    table.play("ambush", "ready")
    assert table.asked == (0, "defend")
    assert table.table["war"]["battle"]["attack"] == 7  # at full strength again
    table.play("ambush", "ready")
    assert table.pile(1) == {"city": 2}
    assert table.asked == (1, "buy")


@pytest.mark.rule("KUN-13")
def test_the_option_allows_each_general_one_target(at):
    table = at_war(at, "option one_target_per_general: true\nplayed: honda_tadakatsu").play("war", "aim 1")
    assert table.asked == (1, "defend")


@pytest.mark.rule("KUN-13")
def test_generals_with_different_targets_divide_the_troops(at):
    more = "played: honda_tadakatsu maeda_toshimasu cavalry*2\nreplayed: gunner_mercenaries"
    table = at_war(at, more).play("war", "aim 1", "enough", "aim 2")
    assert table.asked == (0, "attach")
    assert table.moves() == ["attach maeda_toshimasu", "attach honda_tadakatsu"]
    assert table.refusal("attach cavalry") == ("KUN-13", "not_a_general")
    table.play("attach maeda_toshimasu", "attach honda_tadakatsu", "attach honda_tadakatsu")
    battle = table.table["war"]["battle"]  # maeda attacks 1 with a cavalry
    assert (battle["defender"], battle["attackers"]) == (1, {"maeda_toshimasu": 1, "cavalry": 1})
    table.play("ambush", "ready")
    battle = table.table["war"]["battle"]
    assert battle["attackers"] == {"honda_tadakatsu": 1, "cavalry": 1, "gunner_mercenaries": 1}
    assert battle["attack"] == 10


@pytest.mark.rule("KUN-13")
def test_generals_with_the_same_target_fight_one_battle(at):
    more = "played: honda_tadakatsu maeda_toshimasu cavalry"
    table = at_war(at, more).play("war", "aim 2", "aim 2")
    assert table.asked == (2, "defend")
    assert table.table["war"]["battle"]["attack"] == 13
    table.play("ambush", "ready")
    assert table.asked == (0, "buy")
    assert table.events().count("battle_begins") == 0


@pytest.mark.rule("KUN-14")
def test_an_ambush_counts_one_more_if_anybody_joined(at):
    more = "played: maeda_toshimasu\ndeployed 1: cavalry"
    table = at_war(at, more, 2, hand="spear_troopers*2 copper")
    table.play("war", "ambush", "lay copper")
    assert table.table["war"]["battle"]["against"] == 2  # a copper joins nobody
    table.play("lay spear_troopers")
    assert table.table["war"]["battle"]["against"] == 2 + 2 + 1
    table.play("lay spear_troopers")  # the hand is empty: the battle goes on
    assert table.event("fought") == {"seat": 0, "other": 1, "attack": 6, "defence": 7}
    assert table.play("leave prize").hand(1) == {"copper": 1, "spear_troopers": 2}


@pytest.mark.rule("KUN-14")
def test_an_ambush_of_nobody_is_allowed(at):
    table = at_war(at, "played: maeda_toshimasu", 2).play("war", "ambush", "ready")
    assert table.event("fought")["defence"] == 0


@pytest.mark.rule("KUN-14")
def test_reinforcements_come_from_the_deck_after_a_shuffle_if_it_is_short(at):
    text = """
    phase: battle
    general played: yes
    played: maeda_toshimasu
    hand 0: copper
    hand 1: copper
    deck 1: gunner_mercenaries
    pile 1: silver
    """
    table = at(text).play("war", "reinforcements")
    assert [event for event in table.events() if event in ("reinforced", "shuffled")] == [
        "reinforced",
        "shuffled",
        "reinforced",
    ]
    assert table.event("fought") == {"seat": 0, "other": 1, "attack": 6, "defence": 3}
    none = at("phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu\nhand 0: copper\nhand 1: copper")
    none.play("war", "reinforcements")
    assert none.event("fought")["defence"] == 0


@pytest.mark.rule("KUN-15")
@pytest.mark.parametrize(
    ("defence", "prize"),
    [("cavalry*2 light_archers", "village"), ("spear_troopers light_archers", "village"), ("spear_troopers", "city")],
)
def test_the_attackers_prize(at, defence, prize):
    table = at_war(at, f"played: maeda_toshimasu\ndeployed 1: {defence}", 2).play("war", "ambush", "ready")
    assert table.event("won_prize") == {"seat": 0, "card": prize}
    assert table.pile(0) == {prize: 1}


@pytest.mark.rule("KUN-15")
@pytest.mark.parametrize(("extra", "prize"), [("fake_fortress", "region"), ("light_archers", "city")])
def test_eight_or_more_win_a_region(at, extra, prize):
    table = at_war(at, f"played: maeda_toshimasu {extra}", 2).play("war", "ambush", "ready")
    assert table.event("won_prize")["card"] == prize


@pytest.mark.rule("KUN-15")
@pytest.mark.parametrize(
    ("defence", "prize"),
    [
        ("gunner_mercenaries*2 light_archers", "village"),
        ("cavalry*4", "city"),
        ("gunner_mercenaries*3", "region"),
        ("gunner_mercenaries*9", "region"),
    ],
)
def test_the_defender_may_take_or_decline_the_prize(at, defence, prize):
    table = at_war(at, f"played: maeda_toshimasu\ndeployed 1: {defence}", 2).play("war", "ambush", "ready")
    assert table.asked == (1, "prize")
    assert table.pos.prompt(1) == {"key": "prompt.prize", "params": {"card": prize}, "seats": [1]}
    assert table.moves() == ["take prize", "leave prize"]
    left = table.pos.copy()
    table.play("take prize")
    assert table.pile(1) == {prize: 1}
    left.play("leave prize")
    assert [told["event"] for told in left.events(lt.SPECTATOR)][:1] == ["left_prize"]
    assert left.view(1)["table"]["seats"][1]["pile_cards"] == {}


@pytest.mark.rule("KUN-15")
def test_equal_totals_do_nothing(at):
    table = at_war(at, "played: maeda_toshimasu\ndeployed 1: gunner_mercenaries*2", 2).play("war", "ambush", "ready")
    assert "battle_tied" in table.events()
    assert table.pile(0) == table.pile(1) == {}


@pytest.mark.rule("KUN-15")
def test_an_empty_pile_gives_the_next_lower_prize_or_none(at):
    gone = "deck 0: region*12 city*16\n"
    table = at(
        f"phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu cavalry\nhand 0: copper\nhand 1: copper\n{gone}"
    )
    table.play("war", "ambush", "ready")
    assert table.event("won_prize")["card"] == "village"
    gone += "deck 1: village*24\n"
    table = at(
        f"phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu cavalry\nhand 0: copper\nhand 1: copper\n{gone}"
    )
    table.play("war", "ambush", "ready")
    assert "won_prize" not in table.events()


@pytest.mark.rule("KUN-16")
def test_reinforcements_go_back_on_top_in_the_owners_order(at):
    text = "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu\nhand 0: copper\nhand 1: copper\n"
    table = at(text + "deck 1: silver gold").play("war", "reinforcements")
    assert table.asked == (1, "order")
    assert table.moves() == ["top silver", "top gold"]
    assert table.refusal("top copper") == ("KUN-16", "not_a_reinforcement")
    table.play("top silver")
    assert table.seat(1, 1)["top"] == ["gold", "silver"]
    same = at(text + "deck 1: silver*2").play("war", "reinforcements")
    assert same.asked == (0, "buy")  # nothing to decide between equals
    assert same.seat(1)["top"] == ["silver", "silver"]


@pytest.mark.rule("KUN-16")
def test_a_text_that_discards_goes_before_the_return(at):
    text = "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu\nhand 0: copper\n"
    table = at(text + "hand 1: fake_fortress copper").play("war", "ambush", "lay fake_fortress", "ready")
    assert (table.hand(1), table.pile(1)) == ({"copper": 1}, {"fake_fortress": 1})
    deck = at(text + "hand 1: copper\ndeck 1: fake_fortress copper").play("war", "reinforcements")
    assert (deck.seat(1)["top"], deck.pile(1)) == (["copper"], {"fake_fortress": 1})


@pytest.mark.rule("KUN-17")
def test_destroyers_strike_before_the_count_the_attackers_first(at):
    more = "played: maeda_toshimasu land_destroyer cavalry\ndeployed 1: land_destroyer gunner_mercenaries cavalry"
    table = at_war(at, more, 2).play("war", "ambush", "ready")
    assert table.asked == (0, "strike")
    assert table.moves() == ["strike cavalry", "strike gunner_mercenaries"]
    assert table.refusal("strike land_destroyer") == ("KUN-17", "not_struck")
    assert table.refusal("strike copper") == ("KUN-17", "not_in_battle")
    table.play("strike gunner_mercenaries")  # the defender's has but one victim: no question
    assert table.events()[:2] == ["struck", "struck"]
    assert table.event("fought") == {"seat": 0, "other": 1, "attack": 11, "defence": 7}
    assert table.pile(0) == {"cavalry": 1, "city": 1, "land_destroyer": 1}
    assert table.pile(1) == {"gunner_mercenaries": 1, "land_destroyer": 1}
    assert table.territory(0) == {"maeda_toshimasu": 1}


@pytest.mark.rule("KUN-17")
def test_a_destroyer_tells_joined_troops_from_standing_ones(at):
    text = "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu land_destroyer\nhand 0: copper\n"
    table = at(text + "hand 1: cavalry copper\ndeployed 1: cavalry").play("war", "ambush", "lay cavalry", "ready")
    assert table.moves() == ["strike cavalry", "strike joined cavalry"]
    table.play("strike joined cavalry")
    assert table.event("fought")["defence"] == 2  # and no bonus: nobody of the ambush is left
    assert (table.hand(1), table.territory(1)) == ({"copper": 1}, {"cavalry": 1})


@pytest.mark.rule("KUN-17")
def test_moats_count_two_and_are_discarded_even_after_a_tie(at):
    table = at_war(at, "played: maeda_toshimasu\ndeployed 1: moat*2 cavalry", 2).play("war", "ambush", "ready")
    assert table.event("fought")["defence"] == 6
    assert "battle_tied" in table.events()
    assert (table.pile(1), table.territory(1)) == ({"moat": 2}, {"cavalry": 1})


@pytest.mark.rule("KUN-17")
def test_the_attackers_moats_stay_out_of_it(at):
    table = at_war(at, "played: maeda_toshimasu\ndeployed 0: moat", 2).play("war", "ambush", "ready")
    assert table.event("fought")["attack"] == 6
    assert table.territory(0)["moat"] == 1


@pytest.mark.rule("KUN-17")
def test_a_fake_fortress_fights_only_the_first_battle(at):
    table = at_war(at, "played: maeda_toshimasu fake_fortress*2 cavalry").play("war", "aim 1", "aim 2")
    assert table.table["war"]["battle"]["attack"] == 12
    table.play("ambush", "ready")
    assert table.table["war"]["battle"]["attack"] == 8
    assert table.pile(0) == {"fake_fortress": 2, "region": 1}


@pytest.mark.rule("KUN-17")
def test_a_troop_that_was_struck_is_missing_in_the_next_battle(at):
    more = "played: maeda_toshimasu cavalry\ndeployed 1: land_destroyer"
    table = at_war(at, more).play("war", "aim 1", "aim 2", "ambush", "ready")
    assert table.table["war"]["battle"]["attackers"] == {"maeda_toshimasu": 1}


@pytest.mark.rule("KUN-24")
def test_the_printed_battle(at):
    """Facts: Akechi 2 and two gunners 3 each, against a fortress 2, archers 1 and two spearmen 2 each in ambush."""
    table = at("""
    phase: battle
    general played: yes
    hand 0: copper
    played: akechi_mitsuhide
    replayed: gunner_mercenaries*2
    hand 1: spear_troopers*2 copper*2
    deployed 1: fake_fortress light_archers
    """)
    table.play("war", "ambush", "lay spear_troopers", "lay spear_troopers", "ready")
    assert table.event("fought") == {"seat": 0, "other": 1, "attack": 8, "defence": 8}
    assert "battle_tied" in table.events()
    assert "won_prize" not in table.events()
    assert table.hand(1) == {"spear_troopers": 2, "copper": 2}
    assert table.territory(1) == {"light_archers": 1}
    assert table.pile(1) == {"fake_fortress": 1}
    assert table.asked == (0, "buy")


@pytest.mark.rule("KUN-24")
def test_the_printed_turn(at):
    """Hideyoshi's turn: a hand, deployed cavalry, and a deck whose next cards are as printed."""
    table = at("""
    players: 3
    turn: 1
    hand 1: copper silver light_archers fortress_town
    deployed 1: cavalry
    deck 1: take_back silver gold
    pile 1: copper*3
    hand 2: copper
    """)
    assert table.state.actions == 2  # the cavalry was played again: 1 - 1 + 2
    table.play("play light_archers")
    assert table.state.actions == 3
    table.play("play fortress_town")
    assert table.state.actions == 2
    assert table.hand(1) == {"copper": 1, "silver": 2, "gold": 1, "take_back": 1}
    table.play("end actions")
    assert table.asked == (1, "buy")  # no general, no battle
    for move in table.pos.bundles(1)[0].moves:
        table.play(move.text)
    assert table.state.money == 8
    table.play("buy land_destroyer")
    assert (table.state.money, table.asked) == (1, (1, "tidy"))
    table.play("keep take_back", "end turn")
    assert table.territory(1) == {"light_archers": 1, "cavalry": 1}
    assert table.event("swept") == {"seat": 1, "number": 5}
    assert table.seat(1)["hand"] == 4
    assert table.events().count("drew") == 3
    assert table.seat(1, 0)["known"] == {"take_back": 1}
    assert table.pos.actor == 2


# The monk ----------------------------------------------------------------------------------------------------------

MONK = """
players: 4
hand 0: travelling_monk copper
hand 1: copper
hand 2: cavalry copper
hand 3: copper
"""


@pytest.mark.rule("KUN-19")
def test_the_monk_gives_actions_or_a_joint_war(at):
    table = at(MONK).play("play travelling_monk")
    assert table.moves() == ["choose actions", "choose joint_war"]
    table.play("choose actions")
    assert table.state.actions == 2
    assert table.refusal("ally 1") == ("KUN-19", "no_monk")


@pytest.mark.rule("KUN-19")
def test_a_joint_war_needs_consent_and_somebody_who_fights(at):
    table = at(MONK + "deployed 1: cavalry\ndeployed 3: light_archers").play("play travelling_monk", "choose joint_war")
    assert table.asked == (0, "war")
    assert table.moves() == ["peace", "ally 1", "ally 3"]
    assert table.refusal("ally 2") == ("KUN-19", "nobody_fights")  # cavalry in hand does not count
    assert table.refusal("ally 0") == ("KUN-13", "target_self")
    assert table.refusal("war") == ("KUN-12", "no_general")
    table.play("ally 1")
    assert table.moves() == ["against 2", "against 3"]
    assert table.refusal("against 1") == ("KUN-19", "target_ally")
    table.play("against 3")
    assert table.asked == (1, "consent")
    table.play("refuse")
    assert table.event("refused") == {"seat": 1, "other": 0}
    assert table.moves() == ["peace", "ally 3"]
    assert table.refusal("ally 1") == ("KUN-19", "asked_already")
    table.play("ally 3", "against 1", "refuse")
    assert table.asked == (0, "buy")  # nobody is left to be asked


@pytest.mark.rule("KUN-19")
def test_a_joint_war_won_gives_both_the_prize(at):
    more = "deployed 1: cavalry gunner_mercenaries\ndeployed 3: light_archers moat\ndeck 2: city*15"
    table = at(MONK + more).play("play travelling_monk", "choose joint_war", "ally 1", "against 3", "accept")
    assert table.asked == (3, "defend")
    assert table.table["war"]["battle"]["attack"] == 5
    table.play("ambush", "ready")
    assert [event["params"] for event in table.told if event["event"] == "won_prize"] == [
        {"seat": 0, "card": "village"},
        {"seat": 1, "card": "village"},
    ]
    assert table.territory(1) == {"cavalry": 1, "gunner_mercenaries": 1}
    assert table.asked == (0, "buy")
    assert table.refusal("ally 2") == ("KUN-12", "not_battle_phase")


@pytest.mark.rule("KUN-19")
def test_the_active_player_is_first_to_gain_while_the_pile_lasts(at):
    more = "deployed 1: gunner_mercenaries*2\ndeck 2: city*15"
    table = at(MONK + more).play("play travelling_monk", "choose joint_war", "ally 1", "against 3", "accept")
    table.play("ambush", "ready")
    assert (table.pile(0), table.pile(1)) == ({"city": 1}, {"village": 1})


@pytest.mark.rule("KUN-19")
def test_a_joint_war_lost_gives_the_defender_one_prize(at):
    more = "deployed 1: cavalry fake_fortress\ndeployed 3: gunner_mercenaries*2"
    table = at(MONK + more).play("play travelling_monk", "choose joint_war", "ally 1", "against 3", "accept")
    table.play("ambush", "ready")
    assert table.asked == (3, "prize")
    table.play("take prize")
    assert table.pile(3) == {"city": 1}
    assert table.pile(1) == {"fake_fortress": 1}  # the ally's, too


@pytest.mark.rule("KUN-19")
def test_destroyers_of_a_joint_war_strike_in_order(at):
    more = "deployed 0: land_destroyer\ndeployed 1: land_destroyer cavalry spear_troopers\n"
    more += "deployed 3: land_destroyer light_archers cavalry gunner_mercenaries"
    table = at(MONK + more).play("play travelling_monk", "choose joint_war", "ally 1", "against 3", "accept")
    table.play("ambush", "ready")
    assert table.asked == (0, "strike")
    table.play("strike gunner_mercenaries")
    assert table.asked == (1, "strike")
    table.play("strike cavalry")
    assert table.asked == (3, "strike")
    assert table.moves() == ["strike joined spear_troopers", "strike joined cavalry"]  # the ally's
    table.play("strike joined cavalry")
    assert table.event("fought") == {"seat": 0, "other": 3, "attack": 5 + 5 + 2, "defence": 5 + 1}


@pytest.mark.rule("KUN-19")
def test_among_three_the_target_is_clear(at):
    text = "players: 3\nhand 0: travelling_monk copper\nhand 1: copper\nhand 2: copper\ndeployed 1: cavalry"
    table = at(text).play("play travelling_monk", "choose joint_war", "ally 1")
    assert table.asked == (1, "consent")
    assert table.event("proposed") == {"seat": 0, "other": 1, "side": 2}
