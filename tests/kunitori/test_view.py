"""Fields of the view for the board: the state of a war, owned cards, the forces of a joint war."""

import pytest

import ludotheque as lt

WAR = """
players: 4
phase: battle
actions: 0
joint war: yes
general played: yes
played: honda_tadakatsu
replayed: cavalry*2 gunner_mercenaries
hand 0: copper
hand 1: copper
deployed 2: moat spear_troopers*2 fake_fortress
hand 2: gunner_mercenaries naoe_kanetsugu trap silver
deck 2: copper*5
deployed 3: light_archers*2
hand 3: copper
"""


def battle(table):
    return table.table["war"]["battle"]


def test_what_is_owned_is_public_and_so_are_its_points(at):
    table = at("hand 0: copper*2 village\ndeck 0: region\npile 0: beauty\ndeployed 0: cavalry\nhand 1: city").pos
    for viewer in (0, 1, lt.SPECTATOR, lt.ALL):
        first, second = table.view(viewer)["table"]["seats"]
        assert first["owned"] == {"cavalry": 1, "beauty": 1, "village": 1, "region": 1, "copper": 2}
        assert first["points"] == {"beauty": -4, "village": 1, "region": 6}
        assert sum(first["points"].values()) == table.scores(viewer)[0]
        assert second["points"] == {"city": 3}


def test_the_view_shows_what_allows_a_war(at):
    table = at(WAR)
    assert table.table["general_played"]
    assert table.table["joint"]
    assert (table.table["asked"], table.table["war"], table.table["proposal"]) == ([], None, None)


@pytest.mark.rule("KUN-19")
def test_a_proposal_of_a_joint_war_shows_the_fighters(at):
    table = at(WAR).play("ally 3", "against 2")
    told = table.pos.view(lt.SPECTATOR)["table"]
    assert told["asked"] == [3]
    assert told["proposal"] == {
        "ally": 3,
        "target": 2,
        "attackers": {"honda_tadakatsu": 1, "cavalry": 2, "gunner_mercenaries": 1},
        "allied": {"light_archers": 2},
        "attack": 14,
        "against": 8,
        "parts": {"active": 12, "ally": 2, "standing": 6, "moats": 2, "joined": 0, "bonus": 0},
        "prize": {"seat": 0, "card": "city", "margin": 6},
    }
    table.play("accept")
    assert table.table["proposal"] is None
    assert battle(table)["ally"] == 3
    assert battle(table)["parts"]["ally"] == 2


@pytest.mark.rule("KUN-15")
def test_the_state_of_a_battle_is_shown_card_by_card(at):
    table = at(WAR).play("ally 3", "against 2", "accept")
    assert battle(table)["prize"] == {"seat": 0, "card": "city", "margin": 6}
    table.play("ambush", "lay gunner_mercenaries")
    assert battle(table)["parts"] == {"active": 12, "ally": 2, "standing": 6, "moats": 2, "joined": 3, "bonus": 1}
    assert battle(table)["prize"] == {"seat": 0, "card": "village", "margin": 2}
    table.play("lay naoe_kanetsugu")
    parts = battle(table)["parts"]
    assert battle(table)["against"] == sum(parts[part] for part in ("standing", "moats", "joined", "bonus"))
    assert battle(table)["prize"] == {"seat": 2, "card": "village", "margin": 1}


@pytest.mark.rule("KUN-15")
def test_a_tie_wins_nothing_and_an_empty_pile_the_next_lower_kind(at):
    text = "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu\nhand 0: copper\nhand 1: copper\n"
    tied = at(text + "deployed 1: gunner_mercenaries*2").play("war")
    assert battle(tied)["prize"] == {"seat": None, "card": None, "margin": 0}
    lower = at(text + "deck 0: city*16").play("war")
    assert battle(lower)["prize"] == {"seat": 0, "card": "village", "margin": 6}


@pytest.mark.rule("KUN-17")
def test_the_event_names_the_owner_of_the_destroyer(at):
    table = at(
        "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu\nreplayed: land_destroyer\nhand 0: copper\n"
        "hand 1: copper\ndeployed 1: cavalry light_archers"
    ).play("war")
    assert (battle(table)["striker"], battle(table)["strikes"]) == (None, 0)
    table.play("ambush", "ready")
    assert table.asked == (0, "strike")
    assert (battle(table)["striker"], battle(table)["strikes"]) == (0, 1)
