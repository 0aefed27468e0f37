"""The card file: its content, the content of other files, and refusals (KUN-01, KUN-22)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.errors import BadInput
from ludotheque.games.kunitori.catalogue import catalogue
from ludotheque.games.kunitori.components import (
    CARD_BY_ID,
    CARDS,
    CATEGORIES,
    DATA,
    EFFECTS,
    NUMBERS,
    SHORT,
    TRAITS,
    load,
)
from ludotheque.games.kunitori.wording import card_text

TEXT = DATA.read_text(encoding="utf-8")


def written(tmp_path, text):
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path, old, new, count=1):
    """The faults of the file after one change."""
    assert old in TEXT
    with pytest.raises(BadInput) as raised:
        load(written(tmp_path, TEXT.replace(old, new, count)))
    return [str(fault) for fault in raised.value.faults]


def line_of(text, needle, after=""):
    start = text.index(after) if after else 0
    return text[: text.index(needle, start)].count("\n") + 1


@pytest.mark.rule("KUN-01")
def test_found_values_are_in_the_file():
    """A sample of facts; generals have as many points of icons as they cost."""
    assert [card.attack for card in CARDS[:8]] == [6, 5, 5, 2, 3, 2, 3, 4]
    for card in CARDS[:8]:
        assert card.attack + card.cards + card.money + card.actions + card.buys == card.cost == 6
    troops = {card.id: (card.copies, card.cost, card.attack, card.actions) for card in CARDS[8:14]}
    assert troops == {
        "fake_fortress": (8, 2, 2, 1),
        "spear_troopers": (12, 3, 2, 1),
        "light_archers": (12, 4, 1, 2),
        "cavalry": (12, 5, 2, 2),
        "gunner_mercenaries": (12, 6, 3, 2),
        "land_destroyer": (6, 7, 5, 1),
    }
    assert all("deployable" in card.traits for card in CARDS[8:14])
    assert CARD_BY_ID["beauty"].points == -4


@pytest.mark.rule("KUN-01")
def test_every_value_has_its_provenance():
    sources = {"list", "book", "reconstruction"}
    for card in CARDS:
        assert card.source in sources
        assert set(card.guessed) <= {*NUMBERS, "effects", "traits"}
    guessed = {card.id for card in CARDS if card.guessed or card.source == "reconstruction"}
    assert "cavalry" not in guessed
    assert {"travelling_monk", "moat", "village", "gold"} <= guessed


@pytest.mark.rule("KUN-01")
def test_the_totals_of_the_box_are_checked(tmp_path):
    told = faults(
        tmp_path,
        'category = "troop"\nbox = "world_on_fire"\ncopies = 8',
        'category = "troop"\nbox = "world_on_fire"\ncopies = 9',
    )
    assert told == ["copies: 63 troop cards; the box has 62 (KUN-01)"]


def test_the_catalogue_has_what_is_printed():
    printed = catalogue()["cards"]
    assert list(printed) == [card.id for card in CARDS]
    assert printed["moat"] | {"number": 0, "cost": 0, "copies": 0} == {
        "number": 0,
        "category": "politics",
        "cost": 0,
        "copies": 0,
        "attack": 0,
        "cards": 1,
        "money": 0,
        "actions": 0,
        "buys": 0,
        "defence": 2,
        "points": 0,
        "traits": ["stays", "brief_defence"],
        "effects": [],
        "chooses": False,
    }
    assert printed["travelling_monk"]["effects"] == [{"effect": "actions", "n": 2}, {"effect": "joint_war", "n": 0}]
    assert catalogue()["prizes"] == {
        "attack": [1, 4, 8],
        "defence": [1, 2, 3],
        "cards": ["village", "city", "region"],
    }


def test_the_catalogue_names_a_rule_for_whatever_a_card_can_do():
    rules = catalogue()["rules"]
    assert set(rules["trait"]) == set(TRAITS)
    assert set(rules["effect"]) == set(EFFECTS) - {"none"}
    assert set(rules["category"]) == set(CATEGORIES)
    known = lt.game("kunitori", "plain").rulebook("en").rules
    assert {rule for named in rules.values() for rule in named.values()} <= set(known)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_short_names_fit_and_tell_cards_apart(language):
    shorts = [card.short[language] for card in CARDS]
    assert max(map(len, shorts)) <= SHORT
    assert len(set(shorts)) == len(shorts)
    assert CARD_BY_ID["honda_tadakatsu"].short[language] == "Honda"  # where none is given, the first word


def test_a_short_name_that_is_long_is_refused(tmp_path):
    (told,) = faults(tmp_path, 'short.fr = "Destructeur"', 'short.fr = "Destructeur de pays"')
    assert told.endswith("land_destroyer.short: a short name has at most 11 letters")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_says_what_it_does(language):
    for card in CARDS:
        text = card_text(card, language)
        assert text.endswith(".")
        assert "{" not in text
        assert str(card.cost) in text
    assert "−4 points" in card_text(CARD_BY_ID["beauty"], language)


def test_texts_in_both_languages():
    assert card_text(CARD_BY_ID["cavalry"], "en") == "Troop, cost 5: attack 2, +2 actions. Deployable."
    assert card_text(CARD_BY_ID["cavalry"], "fr") == "Troupe, coût 5 : attaque 2, +2 actions. Déployable."
    assert card_text(CARD_BY_ID["loyal_servants_warning"], "en") == (
        "Strategy, cost 2. Choose: +1 card; or trash another card from your hand and put this one back on its pile."
    )


@pytest.mark.rule("KUN-18")
def test_what_ninjas_leave_is_discarded_though_the_victim_was_protected():
    assert "in any case the player discards what is left of the two" in card_text(CARD_BY_ID["skilled_ninjas"], "en")
    assert "dans tous les cas, il défausse ce qui reste des deux" in card_text(CARD_BY_ID["skilled_ninjas"], "fr")


@pytest.mark.rule("KUN-18")
@pytest.mark.parametrize(("language", "troop"), [("en", "troop"), ("fr", "troupe")])
def test_a_trap_is_not_said_to_take_troops_alone(language, troop):
    """It takes whatever is deployable, and another card file may make politics so."""
    game = lt.game("kunitori", "plain")
    says = game.messages(language).by_key
    text = game.rulebook(language)["KUN-18"].text
    trap = text[text.index("Trap:" if language == "en" else "Piège :") :].split(".")[0]
    for sentence in (card_text(CARD_BY_ID["trap"], language), says["prompt.trap"], says["refusal.not_trapped"], trap):
        assert troop not in sentence, sentence


@pytest.mark.rule("KUN-15")
def test_the_rules_page_says_how_far_down_a_prize_goes():
    book = lt.game("kunitori", "plain").rulebook
    assert "the next lower kind that is left" in book("en")["KUN-15"].text
    assert "la plus proche sorte inférieure qui reste" in book("fr")["KUN-15"].text


@pytest.mark.rule("KUN-22")
@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ('effects = ["trap"]', 'effects = ["pillage"]', "trap.effects", "no rule of this program can run 'pillage'"),
        ('effects = ["trap"]', 'effects = ["trap 2"]', "trap.effects", "trap takes no number"),
        ('effects = ["renovate 2"]', 'effects = ["renovate"]', "soil_renovation.effects", "needs a number"),
        ('choose = ["actions 2", "joint_war"]', 'choose = ["joint_war"]', "travelling_monk.choose", "1 effects"),
        ('traits = ["deployable", "brief"]', 'traits = ["deployable", "sly"]', "fake_fortress.traits", "'sly'"),
        ('traits = ["unwanted"]', 'traits = ["region"]', "beauty.traits", "does not go with this card"),
        ("defence = 2", "defence = 99", "moat.defence", "no whole number from 0 to 12"),
        ("attack = 6", 'attack = "six"', "maeda_toshimasu.attack", "no whole number"),
        ("attack = 6", "", "maeda_toshimasu.attack", "a general card needs one"),
        ("cost = 6", "price = 6", "maeda_toshimasu.price", "is no field of a card"),
        ('category = "general"', 'category = "samurai"', "maeda_toshimasu.category", "'samurai' is none of"),
        ('source = "list"', 'source = "hearsay"', "maeda_toshimasu.source", "not explained"),
        ('name.fr = "Lanciers"', "", "spear_troopers.name", "needs name.en and name.fr"),
        ('id = "trap"', 'id = "cavalry"', "cavalry.id", "is used twice"),
        ("hand = 4", "hand = 0", "game.hand", "0 is no whole number"),
        ("attack_prizes = [1, 4, 8]", "attack_prizes = [1, 4]", "game.attack_prizes", "three rising margins"),
        ("start = { copper = 6", "start = { copper = 60", "game.start", "for each of six players"),
        ("start = { copper = 6", "start = { copper = 6, honda_tadakatsu = 1", "game.start", "is no pile in play"),
    ],
)
def test_what_cannot_be_run_is_named_by_line_card_and_field(tmp_path, old, new, field, problem):
    told = faults(tmp_path, old, new)
    found = [fault for fault in told if fault.partition(": ")[0].endswith(field) and problem in fault]
    assert found, told
    line = TEXT.replace(old, new, 1).splitlines()[int(found[0].removeprefix("line ").partition(",")[0]) - 1]
    assert (new and new in line) or (not new and line in ("[[card]]", 'name.en = "Spear troopers"')), line


@pytest.mark.rule("KUN-22")
def test_the_line_is_that_of_the_field(tmp_path):
    (told,) = faults(tmp_path, 'effects = ["take_back"]', 'effects = ["revenge"]')
    line = line_of(TEXT, 'effects = ["take_back"]')
    assert told.startswith(f"line {line}, take_back.effects: no rule of this program can run 'revenge'")


def test_a_file_that_is_no_file_or_no_toml(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        load(tmp_path / "nowhere.toml")
    with pytest.raises(BadInput, match="line 1"):
        load(written(tmp_path, "hand = = 4"))
    with pytest.raises(BadInput, match="needs at least one"):
        load(written(tmp_path, "hand = 4"))


# Two boxes ---------------------------------------------------------------------------------------------------------

FIRST_BOX = """
[[card]]
id = "{id}"
category = "{category}"
box = "first"
copies = 7
cost = 4
{more}
source = "book"
name.en = "{id}"
name.fr = "{id}"
"""


def card(card_id, category="politics", more="cards = 2"):
    return FIRST_BOX.format(id=card_id, category=category, more=more)


def mixed(tmp_path, leave=(), add=(), text=TEXT):
    """A file of two boxes, in which some piles were left out and others added."""
    piles = [c.id for c in CARDS if c.category in ("troop", "strategy", "politics") and c.id not in leave]
    names = ", ".join(f'"{name}"' for name in [*piles, *(name for name, _ in add)])
    text = text.replace('# piles = ["…"]', f"piles = [{names}]") + "".join(entry for _, entry in add)
    return written(tmp_path, text)


@pytest.mark.rule("KUN-22")
def test_two_boxes_can_be_mixed(tmp_path):
    general = card("oda_nobunaga", "general", "attack = 6").replace("copies = 7", "copies = 1")
    path = mixed(tmp_path, leave=("moat",), add=[("harbour_town", card("harbour_town"))], text=TEXT + general)
    box = load(path)
    ids = [c.id for c in box.cards]
    assert "moat" not in ids
    assert ids.index("oda_nobunaga") == 8  # generals of both boxes, in one pile
    assert "harbour_town" in ids


@pytest.mark.rule("KUN-22")
def test_the_magnificent_fortress_may_take_the_place_of_the_fake_one(tmp_path):
    box = load(mixed(tmp_path, ("fake_fortress",), [("magnificent_fortress", card("magnificent_fortress"))]))
    assert "fake_fortress" not in [c.id for c in box.cards]


@pytest.mark.rule("KUN-22")
@pytest.mark.parametrize(
    ("leave", "add", "problem"),
    [
        ((), [("harbour_town", card("harbour_town"))], "19 piles of action cards"),
        (("moat", "trap"), [("harbour_town", card("harbour_town"))], "17 piles of action cards"),
        (("cavalry",), [("harbour_town", card("harbour_town"))], "uses spear_troopers"),
        (("skilled_ninjas",), [("harbour_town", card("harbour_town"))], "exactly one of ninja_clan and skilled_ninjas"),
        (("moat",), [("ninja_clan", card("ninja_clan", "troop", "attack = 2"))], "exactly one of"),
        (
            ("trap", "land_destroyer"),
            [("magnificent_fortress", card("magnificent_fortress")), ("harbour_town", card("harbour_town"))],
            "with magnificent_fortress or magnificent_castle uses at least two of",
        ),
        (
            ("trap", "land_destroyer"),
            [("magnificent_castle", card("magnificent_castle")), ("harbour_town", card("harbour_town"))],
            "uses at least two of land_destroyer, travelling_monk, trap",
        ),
        (
            ("trap", "land_destroyer"),
            [
                ("castle", card("castle").replace('name.en = "castle"', 'name.en = "Magnificent Castle"')),
                ("harbour_town", card("harbour_town")),
            ],
            "uses at least two of land_destroyer, travelling_monk, trap",
        ),
        (
            ("trap", "take_back", "travelling_monk", "beauty"),
            [(f"town_{n}", card(f"town_{n}")) for n in "abcd"],
            "at least 3 kinds of strategy",
        ),
        (
            ("fake_fortress",),
            [("harbour_town", card("harbour_town"))],
            "uses fake_fortress, magnificent_fortress or both",
        ),
        (("moat",), [("nowhere", "")], "'nowhere' is no pile"),
        (("moat",), [("gold", "")], "'gold' is no pile"),
    ],
)
def test_the_books_advice_is_checked(tmp_path, leave, add, problem):
    with pytest.raises(BadInput) as raised:
        load(mixed(tmp_path, leave, add))
    assert problem in str(raised.value)


@pytest.mark.rule("KUN-22")
def test_treasures_and_land_come_from_one_box(tmp_path):
    path = mixed(tmp_path, ("moat",), [("harbour_town", card("harbour_town"))])
    text = path.read_text(encoding="utf-8").replace(
        'category = "treasure"\nbox = "world_on_fire"', 'category = "treasure"\nbox = "first"', 1
    )
    with pytest.raises(BadInput, match="3 kinds of treasure cards of 2 boxes; there must be 3, of one box"):
        load(written(tmp_path, text))


@pytest.mark.rule("KUN-22")
def test_a_match_is_played_with_another_file(tmp_path):
    """In a separate process, because the file is chosen before a game is first used."""
    general = card("oda_nobunaga", "general", "attack = 6").replace("copies = 7", "copies = 1")
    path = mixed(tmp_path, ("moat",), [("harbour_town", card("harbour_town"))], text=TEXT + general)
    program = f"""
import ludotheque as lt
from ludotheque import compliance
lt.use_data("kunitori", {str(path)!r})
game = lt.game("kunitori", "plain")
assert game.rules_version.startswith("1+"), game.rules_version
compliance.check_sound(game, count=3)
compliance.check_texts(game, count=2, every=4)
compliance.check_notation(game)
pos = game.position("hand 0: harbour_town\\ndeck 0: gold*2\\nhand 1: copper")
pos.play("play harbour_town")
print(sum(game.view.pieces(pos.state).values()), pos.view(0)["table"]["seats"][0]["known"])
"""
    home = Path(lt.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(home)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[0] == f"{290 - 8 + 7 + 1} {{'gold': 2}}"
