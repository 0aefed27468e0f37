"""Leaders: GWY-36 (when each may be used, what it does, why not), GWY-37 the White Flame, GWY-38 the Emperor's peek."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque as lt
from ludotheque.games.gwynt.components import LEADERS
from ludotheque.games.gwynt.decks import Deck, format_deck, ready_made

EXPANSIONS = "option expansions: true\noption skellige: true\n"
HOLD = "hand 1: dethmold ballista\n"
FACTION = {leader.id: leader.faction for leader in LEADERS}


def led_by(leader: str, other: str = "foltest_siegemaster") -> str:
    """The first lines of a position in which seat 0 has one leader and seat 1 another."""
    seats = [f"seat {p}: {FACTION[name.split()[0]]} {name}\n" for p, name in enumerate((leader, other))]
    return EXPANSIONS + "".join(seats)


# For each active leader: a position in which it may be used, one in which it may not, and why not.
CASES = {
    "foltest_king_of_temeria": (
        "deck 0: ves impenetrable_fog",
        "deck 0: ves biting_frost\nhand 0: impenetrable_fog",
        "leader_no_weather_in_deck",
    ),
    "emhyr_his_imperial_majesty": (
        "deck 0: torrential_rain",
        "deck 0: impenetrable_fog\npile 0: torrential_rain",
        "leader_no_weather_in_deck",
    ),
    "francesca_pureblood_elf": (
        "deck 0: biting_frost",
        "deck 0: torrential_rain\ndeck 1: biting_frost",
        "leader_no_weather_in_deck",
    ),
    "eredin_king_of_the_wild_hunt": (
        "deck 0: clear_weather",
        "deck 0: scorch fiend decoy commanders_horn",
        "leader_no_weather_in_deck",
    ),
    "foltest_lord_commander": ("weather: biting_frost", "hand 0: biting_frost", "leader_no_weather"),
    "foltest_siegemaster": ("horn 0: close ranged\nhorn 1: siege", "horn 0: siege", "leader_horn_taken"),
    "francesca_the_beautiful": ("horn 0: close siege\nhorn 1: ranged", "horn 0: ranged", "leader_horn_taken"),
    "eredin_commander_of_the_red_riders": ("horn 0: ranged\nhorn 1: close", "horn 0: close", "leader_horn_taken"),
    "foltest_steel_forged": (
        "siege 1: catapult thaler^1 kaedweni_siege_expert",
        "siege 1: catapult thaler^1",
        "leader_row_weak",
    ),
    "foltest_son_of_medell": (
        "ranged 1: philippa_eilhart sabrina_glevissig",
        "ranged 1: philippa_eilhart\nclose 1: ves vesemir",
        "leader_row_weak",
    ),
    "francesca_queen_of_dol_blathanna": (
        "close 1: vesemir ves",
        "close 1: ves sigismund_dijkstra\nclose 0: vesemir zoltan_chivay",
        "leader_row_weak",
    ),
    "emhyr_emperor_of_nilfgaard": ("hand 1: ves", "hand 0: cynthia", "leader_hand_empty"),
    "emhyr_relentless": (
        "pile 1: ves vernon_roche",
        "pile 1: vernon_roche decoy biting_frost\npile 0: cynthia",
        "leader_pile_without_unit",
    ),
    "eredin_bringer_of_death": ("pile 0: fiend", "pile 0: draug decoy\npile 1: ves", "leader_pile_without_unit"),
    "eredin_destroyer_of_worlds": (
        "hand 0: fiend griffin\ndeck 0: harpy",
        "hand 0: fiend griffin\ndeck 1: ves",
        "leader_few_cards",
    ),
    "francesca_hope_of_the_aen_seidhe": (
        "ranged 0: yaevinn\nhorn 0: close",
        "ranged 0: yaevinn\nhorn 0: ranged",
        "leader_no_gain",
    ),
    "crach_an_craite": ("pile 1: decoy", "hand 0: udalryk", "leader_piles_empty"),
}
PASSIVE = [leader.id for leader in LEADERS if leader.use == "passive"]


@pytest.mark.rule("GWY-36")
def test_all_22_leaders_are_looked_at_here():
    assert len(LEADERS) == 22
    assert set(CASES) | set(PASSIVE) == {leader.id for leader in LEADERS}
    factions = Counter(leader.faction for leader in LEADERS if leader.set == "base")
    assert set(factions.values()) == {4}
    assert len(factions) == 4


@pytest.mark.rule("GWY-36")
@pytest.mark.parametrize("leader", CASES)
def test_an_active_leader_may_be_used_exactly_when(room, leader):
    usable, not_usable, name = CASES[leader]
    assert room.at(led_by(leader) + usable).refusal("leader") is None
    assert room.at(led_by(leader) + not_usable).refusal("leader") == ("GWY-36", name)


@pytest.mark.rule("GWY-36")
@pytest.mark.parametrize("leader", CASES)
def test_once_a_match_and_it_costs_the_turn(room, leader):
    usable = CASES[leader][0]
    assert room.at(led_by(f"{leader} used") + usable).refusal("leader") == ("GWY-36", "leader_used")
    spare = "" if "hand 1:" in usable else HOLD
    table = room.at(led_by(leader) + usable + "\n" + spare).play("leader")
    assert table.happened("leader_acted", lt.SPECTATOR) == [{"seat": 0, "leader": leader}]
    while table.pos.decision != "turn":
        assert table.pos.actor == 0
        table.play(table.moves()[-1])
    assert table.pos.actor == 1
    assert table.seat(0)["leader"]["used"]


@pytest.mark.rule("GWY-37")
@pytest.mark.parametrize("leader", CASES)
def test_a_leader_that_is_off_may_not_be_used(room, leader):
    usable = CASES[leader][0]
    assert room.at(led_by(f"{leader} off") + usable).refusal("leader") == ("GWY-37", "leader_off")


@pytest.mark.rule("GWY-36")
@pytest.mark.parametrize("leader", PASSIVE)
def test_a_passive_leader_is_not_used(room, leader):
    table = room.at(led_by(leader) + HOLD + "hand 0: vesemir\npile 0: zoltan_chivay")
    assert table.refusal("leader") == ("GWY-36", "leader_passive")
    assert not table.seat(0, lt.SPECTATOR)["leader"]["active"]


# Weather from the deck


@pytest.mark.rule("GWY-36")
@pytest.mark.parametrize(
    ("leader", "card"),
    [
        ("foltest_king_of_temeria", "impenetrable_fog"),
        ("emhyr_his_imperial_majesty", "torrential_rain"),
        ("francesca_pureblood_elf", "biting_frost"),
    ],
)
def test_one_weather_card_comes_from_the_deck(room, leader, card):
    table = room.at(led_by(leader) + HOLD + f"deck 0: vesemir {card} scorch {card}").play("leader")
    assert table.weather() == [card]
    assert Counter(table.deck(0)) == Counter(["vesemir", "scorch", card])
    assert table.happened("weather_fetched", lt.SPECTATOR) == [{"seat": 0, "card": card}]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-36", "GWY-30")
def test_fetched_weather_that_lies_there_already_is_discarded(room):
    table = room.at(led_by("francesca_pureblood_elf") + HOLD + "deck 0: biting_frost\nweather: biting_frost^1").play(
        "leader"
    )
    assert table.weather() == ["biting_frost"]
    assert table.pile(0) == ["biting_frost"]


@pytest.mark.rule("GWY-36")
def test_the_wild_hunt_chooses_any_weather_clear_weather_too(room):
    text = led_by("eredin_king_of_the_wild_hunt") + HOLD
    text += (
        "deck 0: fiend torrential_rain clear_weather scorch skellige_storm\nhand 0: biting_frost\n"
        "weather: impenetrable_fog^1"
    )
    table = room.at(text).play("leader")
    assert sorted(table.moves()) == ["fetch clear_weather", "fetch skellige_storm", "fetch torrential_rain"]
    assert table.refusal("fetch fiend") == ("GWY-36", "not_weather")
    assert table.refusal("fetch biting_frost") == ("GWY-36", "not_in_deck")
    table.play("fetch clear_weather")
    assert table.weather() == []
    assert table.pile(0) == ["clear_weather"]
    assert room.at(text).play("leader", "fetch skellige_storm").weather() == ["impenetrable_fog", "skellige_storm"]


@pytest.mark.rule("GWY-36")
def test_the_lord_commander_clears_the_weather(room):
    table = room.at(
        led_by("foltest_lord_commander") + HOLD + "weather: biting_frost^0 torrential_rain^1\nclose 1: ves"
    ).play("leader")
    assert table.weather() == []
    assert (table.pile(0), table.pile(1)) == (["biting_frost"], ["torrential_rain"])
    assert table.total(1) == 5


# Horns and scorch


@pytest.mark.rule("GWY-36", "GWY-27")
@pytest.mark.parametrize(
    ("leader", "row", "card"),
    [
        ("foltest_siegemaster", "siege", "trebuchet"),
        ("francesca_the_beautiful", "ranged", "ida_emean_aep_sivney"),
        ("eredin_commander_of_the_red_riders", "close", "fiend"),
    ],
)
def test_a_leaders_horn_doubles_its_row_until_the_round_ends(room, leader, row, card):
    table = room.at(led_by(leader) + HOLD + f"{row} 0: {card}\nhand 0: commanders_horn vesemir").play("leader")
    assert table.total(0) == 12
    assert table.happened("horn_sounded") == [{"seat": 0, "row": row, "by_leader": 1}]
    table.play("pass", "commanders_horn")
    assert table.refusal(row) == ("GWY-27", "horn_taken")


@pytest.mark.rule("GWY-36", "GWY-24")
@pytest.mark.parametrize(
    ("leader", "row", "cards", "left"),
    [
        ("foltest_steel_forged", "siege", "ballista trebuchet thaler^1", ["thaler"]),
        ("foltest_son_of_medell", "ranged", "dethmold keira_metz", ["keira_metz"]),
        ("francesca_queen_of_dol_blathanna", "close", "vesemir ves vernon_roche", ["ves", "vernon_roche"]),
    ],
)
def test_row_scorch_kills_the_strongest_of_the_opponents_row(room, leader, row, cards, left):
    own = {"siege": "catapult", "ranged": "milva", "close": "villentretenmerth"}[row]
    if FACTION[leader] == "northern_realms" and row == "ranged":
        own = "crinfrid_reavers_dragon_hunter*3"
    table = room.at(led_by(leader) + "hand 1: sabrina_glevissig\n" + f"{row} 1: {cards}\n{row} 0: {own}").play("leader")
    assert table.row(1, row) == left
    assert table.row(0, row) != []


# Hands and piles


@pytest.mark.rule("GWY-36", "GWY-38")
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_the_emperor_sees_three_random_cards_or_all(room, size):
    hand = ["ves", "ballista", "dethmold", "thaler", "trebuchet"][:size]
    table = room.at(led_by("emhyr_emperor_of_nilfgaard") + "hand 0: cynthia\nhand 1: " + " ".join(hand)).play("leader")
    seen = table.seat(1, 0)["known"]
    assert len(seen) == min(3, size)
    assert set(seen) <= set(hand)
    assert sorted(p["card"] for p in table.happened("peeked", 0)) == seen
    assert [p["card"] for p in table.happened("peeked", 1)] == [None] * len(seen)
    assert table.seat(1, lt.SPECTATOR)["known"] == []


@pytest.mark.rule("GWY-36")
def test_the_emperor_sees_each_card_equally_often(room):
    seen: Counter[str] = Counter()
    text = led_by("emhyr_emperor_of_nilfgaard") + "hand 0: cynthia\nhand 1: ves ballista dethmold thaler trebuchet"
    for seed in range(100):
        seen.update(room.at(text, seed).play("leader").seat(1, 0)["known"])
    assert seen.total() == 300
    assert min(seen.values()) > 40


@pytest.mark.rule("GWY-36")
def test_the_relentless_takes_a_unit_of_the_other_pile(room):
    table = room.at(
        led_by("emhyr_relentless") + HOLD + "hand 0: cynthia\npile 1: ves vernon_roche decoy thaler\npile 0: albrich"
    )
    table.play("leader")
    assert table.moves() == ["take thaler", "take ves"]
    assert table.refusal("take vernon_roche") == ("GWY-16", "hero")
    assert table.refusal("take decoy")[1] == "not_a_unit"
    assert table.refusal("take albrich") == ("GWY-36", "not_there_to_take")
    table.play("take ves")
    assert table.hand(0) == ["cynthia", "ves"]
    assert table.row(0, "close") == []  # taken, not played
    assert table.pile(1) == ["decoy", "thaler", "vernon_roche"]
    assert table.pos.actor == 1
    assert table.happened("taken", lt.SPECTATOR) == [{"seat": 0, "owner": 1, "card": "ves"}]


@pytest.mark.rule("GWY-36", "GWY-11")
@pytest.mark.parametrize("option", [False, True])
def test_a_card_taken_by_the_relentless_belongs_to_the_taker(room, option):
    table = room.at(led_by("emhyr_relentless") + HOLD + "hand 0: cynthia\npile 1: ves", discard_owner=option)
    table.play("leader", "take ves", "dethmold", "ves", "pass", "pass")
    assert "ves" in table.pile(0)
    spy = room.at(led_by("emhyr_relentless") + HOLD + "hand 0: cynthia\npile 1: thaler", discard_owner=option)
    spy.play("leader", "take thaler", "dethmold", "thaler")
    assert spy.row(1, "siege") == ["thaler"]
    spy.play("pass", "pass")
    assert ("thaler" in spy.pile(0)) == option


@pytest.mark.rule("GWY-36")
def test_the_bringer_of_death_takes_a_unit_of_the_own_pile_to_the_hand(room):
    table = room.at(
        led_by("eredin_bringer_of_death") + HOLD + "hand 0: harpy\npile 0: fiend draug decoy\npile 1: ves"
    ).play("leader")
    assert table.moves() == ["take fiend"]
    assert table.refusal("take draug") == ("GWY-16", "hero")
    assert table.refusal("take ves") == ("GWY-36", "not_there_to_take")
    table.play("take fiend")
    assert table.hand(0) == ["fiend", "harpy"]
    assert table.board(0) == []


@pytest.mark.rule("GWY-36")
def test_the_destroyer_of_worlds_discards_two_then_takes_one(room):
    table = room.at(
        led_by("eredin_destroyer_of_worlds") + HOLD + "hand 0: fiend griffin decoy\ndeck 0: draug harpy werewolf"
    ).play("leader")
    assert sorted(table.moves()) == ["discard decoy", "discard fiend", "discard griffin"]  # mandatory: no way round
    assert table.refusal("discard draug") == ("GWY-08", "not_in_hand")
    table.play("discard fiend")
    assert sorted(table.moves()) == ["discard decoy", "discard griffin"]
    table.play("discard decoy")
    assert table.pile(0) == ["decoy", "fiend"]
    assert sorted(table.moves()) == ["fetch draug", "fetch harpy", "fetch werewolf"]
    assert table.refusal("fetch fiend") == ("GWY-36", "not_in_deck")
    table.play("fetch harpy")
    assert table.hand(0) == ["griffin", "harpy"]
    assert table.deck(0) == ["draug", "werewolf"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-36")
def test_the_destroyer_needs_two_in_hand_and_one_in_the_deck(room):
    text = led_by("eredin_destroyer_of_worlds") + HOLD
    for lines in ("hand 0: fiend\ndeck 0: harpy griffin", "hand 0: fiend griffin harpy"):
        assert room.at(text + lines).refusal("leader") == ("GWY-36", "leader_few_cards")


@pytest.mark.rule("GWY-26", "GWY-36")
def test_the_destroyer_may_discard_a_created_card_which_vanishes(room):
    table = room.at(
        led_by("eredin_destroyer_of_worlds") + HOLD + "hand 0: bovine_defense_force! fiend\ndeck 0: harpy"
    ).play("leader", "discard bovine_defense_force", "discard fiend")
    assert table.pile(0) == ["fiend"]


# Random revival


@pytest.mark.rule("GWY-36", "GWY-21")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_invader_makes_revival_random_for_both(room, seat):
    """Whichever seat has the Invader, seat 0's medic is concerned."""
    text = EXPANSIONS + f"seat {seat}: nilfgaard emhyr_invader_of_the_north\n"
    text += HOLD if seat == 0 else "hand 1: cynthia vanhemar\n"
    medic = "etolian_auxiliary_archers" if seat == 0 else "dun_banner_medic"
    text += f"hand 0: {medic} vesemir\npile 0: zoltan_chivay emiel_regis villentretenmerth geralt_of_rivia decoy"
    revived: Counter[str] = Counter()
    for seed in range(60):
        table = room.at(text, seed).play(medic)
        assert table.moves() == ["random"]
        assert table.refusal("decline") == ("GWY-21", "medic_must_revive")
        assert table.refusal("revive zoltan_chivay") == ("GWY-36", "revived_at_random")
        table.play("random")
        revived.update(p["card"] for p in table.happened("revived"))
        assert table.pos.actor == 1
    assert set(revived) == {"zoltan_chivay", "emiel_regis", "villentretenmerth"}
    assert min(revived.values()) > 8


@pytest.mark.rule("GWY-36", "GWY-21")
def test_random_revival_may_by_option_be_declined_before_the_pick(room):
    text = led_by("emhyr_invader_of_the_north") + HOLD + "hand 0: siege_technician\npile 0: cynthia"
    table = room.at(text, medic_may_decline=True).play("siege_technician")
    assert table.moves() == ["decline", "random"]
    table.play("decline")
    assert table.pile(0) == ["cynthia"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-36", "GWY-21")
def test_random_revival_chains_and_leaves_rows_to_the_player(room):
    table = room.at(
        led_by("emhyr_invader_of_the_north") + HOLD + "hand 0: siege_technician\npile 0: etolian_auxiliary_archers"
    )
    table.play("siege_technician", "random")
    assert table.row(0, "ranged") == ["etolian_auxiliary_archers"]
    agile = room.at(
        led_by("emhyr_invader_of_the_north") + HOLD + "hand 0: siege_technician\npile 0: olgierd_von_everec"
    )
    agile.play("siege_technician", "random")
    assert agile.pos.decision == "row"


@pytest.mark.rule("GWY-36")
def test_random_revival_is_for_medics_alone(room):
    table = room.at(
        led_by("eredin_bringer_of_death", "emhyr_invader_of_the_north") + "hand 1: cynthia\npile 0: fiend griffin"
    )
    assert table.play("leader").moves() == ["take fiend", "take griffin"]


@pytest.mark.rule("GWY-37")
def test_an_invader_that_is_off_leaves_revival_to_choice(room):
    table = room.at(
        led_by("emhyr_invader_of_the_north off", "emhyr_white_flame")
        + "hand 1: vreemde\nhand 0: siege_technician\npile 0: cynthia"
    ).play("siege_technician")
    assert table.moves() == ["revive cynthia"]


# Hope of the Aen Seidhe

HOPE = led_by("francesca_hope_of_the_aen_seidhe")


@pytest.mark.rule("GWY-36")
def test_agile_units_move_to_where_they_are_strictly_stronger(room):
    table = room.at(
        HOPE + HOLD + "close 0: yaevinn mahakaman_defender\nranged 0: barclay_els toruviel\nweather: biting_frost"
    )
    table.play("leader")
    assert table.row(0, "close") == ["mahakaman_defender"]
    assert table.row(0, "ranged") == ["barclay_els", "toruviel", "yaevinn"]
    assert table.happened("moved") == [{"seat": 0, "card": "yaevinn", "row": "ranged"}]


@pytest.mark.rule("GWY-36")
def test_equal_is_not_enough(room):
    assert room.at(HOPE + HOLD + "close 0: yaevinn").refusal("leader") == ("GWY-36", "leader_no_gain")
    assert room.at(HOPE + HOLD + "close 0: yaevinn\nhorn 0: close ranged").refusal("leader") == (
        "GWY-36",
        "leader_no_gain",
    )


@pytest.mark.rule("GWY-36", "GWY-16")
def test_heroes_and_the_other_side_do_not_move(room):
    text = led_by("francesca_hope_of_the_aen_seidhe", "eredin_bringer_of_death") + "hand 1: fiend\n"
    table = room.at(text + "close 1: harpy kayran\nweather: biting_frost")
    assert table.refusal("leader") == ("GWY-36", "leader_no_gain")


@pytest.mark.rule("GWY-36")
def test_they_move_in_the_order_of_placing_each_seeing_where_the_others_went(room):
    """Each giver of morale makes the row it leaves worse and the row it joins better for those after it."""
    text = HOPE + HOLD + "horn 0: close\n"
    table = room.at(text + "ranged 0: yaevinn~2 ciaran_aep_easnillien~1").play("leader")
    assert [m["card"] for m in table.happened("moved")] == ["ciaran_aep_easnillien", "yaevinn"]
    # Olgierd (morale) first: nobody is left to cheer for the second, who follows for the point.
    olgierd = HOPE + HOLD + "ranged 0: olgierd_von_everec~{} yaevinn~{}\nclose 0: isengrim_faoiltiarna\n"
    first = room.at(olgierd.format(1, 2)).play("leader")
    assert [m["card"] for m in first.happened("moved")] == ["olgierd_von_everec", "yaevinn"]
    second = room.at(olgierd.format(2, 1)).play("leader")  # Yaevinn has 7 either way when asked first
    assert [m["card"] for m in second.happened("moved")] == ["olgierd_von_everec"]


@pytest.mark.rule("GWY-36", "GWY-20")
def test_the_order_of_placing_is_kept_during_play(room):
    table = room.at(
        HOPE
        + "hand 0: yaevinn olgierd_von_everec toruviel\nhand 1: dethmold ballista ves\nclose 0: isengrim_faoiltiarna"
    )
    table.play("yaevinn", "ranged", "dethmold", "olgierd_von_everec", "ranged", "ballista", "leader")
    assert [m["card"] for m in table.happened("moved")] == ["olgierd_von_everec"]
    table = room.at(
        HOPE
        + "hand 0: yaevinn olgierd_von_everec toruviel\nhand 1: dethmold ballista ves\nclose 0: isengrim_faoiltiarna"
    )
    table.play("olgierd_von_everec", "ranged", "dethmold", "yaevinn", "ranged", "ballista", "leader")
    assert [m["card"] for m in table.happened("moved")] == ["olgierd_von_everec", "yaevinn"]


@pytest.mark.rule("GWY-36", "GWY-20")
def test_the_order_of_placing_is_not_that_of_the_rows(room):
    """Under frost and a horn, with two givers of morale, close is worth 6 to all: Ciaran comes, Yaevinn goes."""
    table = room.at(
        led_by("francesca_hope_of_the_aen_seidhe", "eredin_bringer_of_death")
        + """
        hand 0: ciaran_aep_easnillien yaevinn toruviel
        hand 1: fiend griffin werewolf
        close 0: isengrim_faoiltiarna kayran
        ranged 0: milva
        horn 0: close
        weather: biting_frost
        """
    ).play("ciaran_aep_easnillien", "ranged", "fiend", "yaevinn", "close", "griffin", "leader")
    assert [(m["card"], m["row"]) for m in table.happened("moved")] == [
        ("ciaran_aep_easnillien", "close"),
        ("yaevinn", "ranged"),
    ]


@pytest.mark.rule("GWY-36")
def test_two_of_a_name_on_two_rows_are_both_looked_at(room):
    table = room.at(HOPE + HOLD + "close 0: dol_blathanna_scout\nranged 0: dol_blathanna_scout\nhorn 0: close").play(
        "leader"
    )
    assert table.row(0, "close") == ["dol_blathanna_scout"] * 2
    assert table.row(0, "ranged") == []


@pytest.mark.rule("GWY-36")
def test_a_kept_or_returned_unit_was_there_first(room):
    """Orders of a past round are forgotten: what stays counts as placed before all others."""
    table = room.at(
        led_by("francesca_hope_of_the_aen_seidhe", "eredin_bringer_of_death used")
        + "turn: 1\nhand 0: yaevinn toruviel\nhand 1: harpy fiend griffin\nclose 1: celaeno_harpy~5"
    ).play("pass", "pass")
    assert table.row(1, "close") == ["celaeno_harpy"]
    assert "celaeno_harpy~" not in table.pos.text()


# Crach


@pytest.mark.rule("GWY-36")
def test_crach_shuffles_both_piles_into_their_decks(room):
    table = room.at(
        led_by("crach_an_craite") + "hand 0: kambi\nhand 1: dethmold\ndeck 0: svanrige\npile 0: udalryk hjalmar decoy\n"
        "pile 1: ves vernon_roche thaler biting_frost\ndeck 1: ballista"
    ).play("leader")
    assert table.pile(0) == table.pile(1) == []
    assert sorted(table.deck(0)) == ["decoy", "hjalmar", "svanrige", "udalryk"]
    assert sorted(table.deck(1)) == ["ballista", "biting_frost", "thaler", "vernon_roche", "ves"]
    assert table.happened("piles_shuffled", lt.SPECTATOR) == [{"seat": 0, "number": 3}, {"seat": 1, "number": 4}]


@pytest.mark.rule("GWY-36")
def test_crach_shuffles_really(room):
    text = led_by("crach_an_craite") + "hand 0: kambi\nhand 1: dethmold\ndeck 0: svanrige olaf\npile 0: udalryk hjalmar"
    tops = {room.at(text, seed).play("leader").deck(0)[-1] for seed in range(40)}
    assert tops == {"svanrige", "olaf", "udalryk", "hjalmar"}


@pytest.mark.rule("GWY-36", "GWY-39")
def test_crach_leaves_a_deck_alone_whose_pile_is_empty(room):
    table = room.at(
        led_by("crach_an_craite") + "hand 0: kambi\nhand 1: dethmold\ndeck 0: svanrige@0 olaf udalryk\npile 1: ves"
    )
    table.play("leader")
    assert table.deck(0) == ["svanrige", "olaf", "udalryk"]
    assert table.seat(0, 0)["under_deck"] == ["svanrige"]


# GWY-37: the White Flame


def _deck(leader: str) -> str:
    """A legal deck with that leader."""
    faction = FACTION[leader]
    cards = next(deck for deck in ready_made().values() if deck.faction == faction).cards
    return format_deck(Deck(faction, leader, cards))


@pytest.mark.rule("GWY-37")
@pytest.mark.parametrize("leader", [leader.id for leader in LEADERS if leader.id != "emhyr_white_flame"])
@pytest.mark.parametrize("flame", [0, 1])
def test_the_white_flame_puts_out_every_other_leader_before_the_draw(room, leader, flame):
    decks = [_deck("emhyr_white_flame"), _deck(leader)]
    table = room.with_decks(*(decks if flame == 0 else decks[::-1]), expansions=True, skellige=True)
    assert table.seat(1 - flame, lt.SPECTATOR)["leader"]["off"]
    assert not table.seat(flame, lt.SPECTATOR)["leader"]["off"]
    assert table.story()[:2] == ["leaders_shown", "leader_switched_off"]
    assert table.happened("leader_switched_off", lt.SPECTATOR) == [{"seat": 1 - flame, "leader": leader}]
    if FACTION[leader] == "scoiatael":
        table.play("first 0")
    assert len(table.hand(1 - flame)) == 10


@pytest.mark.rule("GWY-37")
def test_two_white_flames_have_no_effect(room):
    table = room.with_decks(_deck("emhyr_white_flame"), _deck("emhyr_white_flame"))
    assert [table.seat(p)["leader"]["off"] for p in range(2)] == [False, False]
    assert table.happened("leader_switched_off") == []


@pytest.mark.rule("GWY-37")
def test_it_lasts_the_whole_match(room):
    table = room.with_decks(_deck("emhyr_white_flame"), _deck("eredin_commander_of_the_red_riders"), seed=2).play(
        "keep", "keep"
    )
    while not table.pos.over:
        if table.pos.actor == 1:
            assert table.refusal("leader") == ("GWY-37", "leader_off")
        table.play("pass")
    assert table.seat(1, 0)["leader"]["off"]


@pytest.mark.rule("GWY-37", "GWY-36")
def test_without_a_flame_nobody_is_off(room):
    table = room.with_decks("monsters_swarm", "skellige_longships", skellige=True)
    assert [table.seat(p)["leader"]["off"] for p in range(2)] == [False, False]


@pytest.mark.rule("GWY-36")
def test_a_used_leader_stays_used_in_the_next_rounds(room):
    table = room.at("hand 0: ves vesemir\nhand 1: ves vesemir").play("leader", "pass", "pass")
    assert table.round == 2
    while table.pos.actor != 0:
        table.play("pass")
    assert table.refusal("leader") == ("GWY-36", "leader_used")
    with pytest.raises(lt.IllegalMove) as caught:
        table.pos.play("leader")
    assert (caught.value.rule, caught.value.refusal) == ("GWY-36", "leader_used")
