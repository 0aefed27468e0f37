"""Moments of Kunitori! as positions, each asking seat 0 for one kind of decision: for tests, and for pictures."""

from __future__ import annotations

FOUR = """
players: 4
round: 16
deployed 1: fake_fortress spear_troopers*3 cavalry*2
hand 1: village copper*3
deck 1: silver*2 akechi_mitsuhide katakura_kojuro
pile 1: village? copper?*3 copper*4 silver silver
deployed 2: fake_fortress spear_troopers cavalry*4
hand 2: village copper*3
deck 2: silver village honda_tadakatsu kuroda_yoshitaka
pile 2: village? copper?*4 copper*4 village city
deployed 3: fake_fortress spear_troopers*4 cavalry*3
hand 3: village*2 copper*2
deck 3: village*2 copper*6 silver*4
"""
MINE = """
hand 0: copper*4 silver
deck 0: village copper*2 naoe_kanetsugu temple_town
pile 0: copper? gold village village
"""
# Two hosts against mine.
JOINT = """
players: 4
round: 17
turn: 1
actions: 0
hand 0: gunner_mercenaries naoe_kanetsugu trap silver
deck 0: copper*5 spear_troopers cavalry village*3
deployed 0: moat spear_troopers*2 fake_fortress
pile 0: city silver
hand 1: copper*2
deck 1: copper*4 village*2
played: honda_tadakatsu travelling_monk
replayed: cavalry*2 gunner_mercenaries
general played: yes
joint war: yes
hand 2: copper*4
deck 2: copper*4 city*3 village*2
deployed 2: spear_troopers
hand 3: copper*3 village
deck 3: copper*4
deployed 3: light_archers*2
"""
DUEL = """
round: 9
hand 1: copper*2 village
deck 1: copper*4 village
"""
ATTACKED = """
round: 9
turn: 1
actions: 0
phase: fighting
deck 0: village copper*3 cavalry
hand 1: village copper*2
deck 1: village copper*4
general played: yes
aim ishida_mitsunari: 0
played: ishida_mitsunari
defender: 0
"""

POSITIONS = {
    "buy": FOUR
    + MINE
    + """
phase: buy
money: 4
buys: 2
actions: 1
played: ishida_mitsunari fortress_town silver
replayed: spear_troopers*2 cavalry*2
""",
    "act": DUEL
    + """
hand 0: temple_town fortress_town rice_field_plowing copper village
deck 0: copper*5 silver*2
deployed 1: cavalry
""",
    "replay": DUEL
    + """
hand 0: copper*3 village
deck 0: copper*4
deployed 0: spear_troopers*2 cavalry light_archers
""",
    "choose": FOUR
    + """
hand 0: travelling_monk loyal_servants_warning copper*2
deck 0: copper*4 village
played: loyal_servants_warning
actions: 0
ask 1: choose 0 14 0
""",
    "trash": DUEL + "\nhand 0: soil_renovation copper*2 village\ndeck 0: copper*4\n",
    "trap": FOUR + "\nhand 0: trap copper*2 silver\ndeck 0: copper*4 village\ndeployed 0: light_archers\n",
    "fetch": DUEL
    + "\nhand 0: take_back copper*3\ndeck 0: copper*3 naoe_kanetsugu maeda_toshimasu\npile 0: sanada_yukimura copper\n",
    "victim": FOUR + "\nhand 0: skilled_ninjas copper*2 silver\ndeck 0: copper*4 village\n",
    "protect": """
players: 2
round: 9
turn: 1
actions: 0
hand 0: honda_tadakatsu skilled_ninjas copper village
deck 0: copper*4
hand 1: copper*3
deck 1: copper*4
played: skilled_ninjas
shown: gold silver
shower: 0
ask 1: protect 0 18 0
""",
    "steal": """
players: 2
round: 9
actions: 0
hand 0: copper*3
deck 0: copper*4
hand 1: copper*3
deck 1: copper*4
played: skilled_ninjas
shown: gold silver
shower: 1
ask 1: steal 0 0 0
""",
    "give": FOUR + "\nregions: 1 2\nphase: buy\nmoney: 6\nhand 0: copper*2\ndeck 0: copper*4 village\n",
    "war": FOUR
    + """
phase: battle
actions: 0
hand 0: copper*2 village
deck 0: copper*5
played: maeda_toshimasu sanada_yukimura travelling_monk
replayed: cavalry light_archers
general played: yes
joint war: yes
""",
    "consent": JOINT.replace("turn: 1", "turn: 1\nphase: battle\nask 1: consent 0 2 0"),
    "defend": JOINT + "\nphase: fighting\nally: 3\ndefender: 0\nask 1: defend 0 0 0\n",
    "strike": """
players: 2
round: 9
phase: battle
actions: 0
hand 0: copper*2
deck 0: copper*4
played: maeda_toshimasu
replayed: land_destroyer
general played: yes
hand 1: copper
deck 1: copper*4
deployed 1: cavalry*2 light_archers gunner_mercenaries moat
""",
    "prize": ATTACKED
    + "\nhand 0: gunner_mercenaries village copper*2\ndeployed 0: spear_troopers\nask 1: defend 0 0 0\n",
    "order": ATTACKED.replace("deck 0: village copper*3 cavalry", "deck 0: cavalry village")
    + "\nhand 0: copper*2 village\ndeployed 0: gunner_mercenaries\nask 1: defend 0 0 0\n",
    "tidy": DUEL
    + """
phase: draw
buys: 0
actions: 0
hand 0: trap skilled_ninjas village
deck 0: copper*5
played: silver copper gunner_mercenaries
replayed: cavalry*2
""",
    "end": """
players: 4
round: 20
phase: buy
money: 6
buys: 1
cause: villages_gone
last: 1
hand 0: village silver
deck 0: village*3 city copper*5 region
pile 0: copper*3 village
hand 1: copper*4
deck 1: village*6 city*2
hand 2: copper*4
deck 2: village*5 city*3
hand 3: copper*3 village
deck 3: village*6 copper*2
bought 0: silver*3 cavalry*2 region
bought 1: city*2 village*4
""",
    "six": """
players: 6
round: 14
phase: buy
money: 5
buys: 2
hand 0: copper*3 silver gold trap
deck 0: copper*2 village*2
deployed 0: spear_troopers cavalry*2 moat
played: honda_tadakatsu silver temple_town
pile 0: copper*2 village
deployed 1: fake_fortress*2 spear_troopers*2 cavalry light_archers
hand 1: copper*3
deck 1: village*3 copper*2
deployed 2: gunner_mercenaries*3 land_destroyer
hand 2: copper*3 silver
deck 2: city*2 village*2 copper*2 sanada_yukimura
pile 2: silver gold
deployed 3: moat*2 light_archers*3 spear_troopers
hand 3: copper*3 village
deck 3: city village*3 copper*2 akechi_mitsuhide katakura_kojuro
deployed 4: cavalry*3 gunner_mercenaries fake_fortress
hand 4: copper*3 silver
deck 4: region village*2 copper*3
hand 5: copper*2 village*2
deck 5: village copper*4
pile 5: copper*2
""",
    # As full as a table gets: six players, fourteen cards in hand, generals and troops of every kind.
    "crowd": """
players: 6
round: 24
phase: buy
money: 3
buys: 3
hand 0: trap skilled_ninjas beauty travelling_monk moat trade_harbour copper*3 silver*2 gold village city
deck 0: copper*2 village*2 region
deployed 0: spear_troopers*2 cavalry*2 light_archers gunner_mercenaries land_destroyer fake_fortress
played: honda_tadakatsu silver temple_town fortress_town rice_field_plowing trade_harbour
replayed: spear_troopers cavalry*2 moat
pile 0: copper*2 village gold
deployed 1: fake_fortress*2 spear_troopers*2 cavalry light_archers*4 gunner_mercenaries moat land_destroyer
hand 1: copper*3
deck 1: village*6 city*3 copper*2 maeda_toshimasu
deployed 2: gunner_mercenaries*3 land_destroyer
hand 2: copper*3 silver
deck 2: city*2 village*2 copper*2 sanada_yukimura
pile 2: silver gold
deployed 3: moat*2 light_archers*3 spear_troopers
hand 3: copper*3 village
deck 3: city village*3 copper*2 akechi_mitsuhide katakura_kojuro naoe_kanetsugu kuroda_yoshitaka
deployed 4: cavalry*2 gunner_mercenaries fake_fortress
hand 4: copper*3 silver
deck 4: region*3 village*2 copper*3
hand 5: copper*2 village*2
deck 5: village copper*4
pile 5: copper*2
""",
    # Two hosts of every kind against mine, and ten cards in hand.
    "host": """
players: 6
round: 24
turn: 4
actions: 0
phase: fighting
hand 0: gunner_mercenaries*2 naoe_kanetsugu trap silver*2 light_archers cavalry village moat
deck 0: copper*5 spear_troopers cavalry village*3
deployed 0: moat*2 spear_troopers*2 fake_fortress light_archers cavalry gunner_mercenaries
pile 0: city silver
hand 4: copper*2
deck 4: copper*4 village*2
played: honda_tadakatsu sanada_yukimura travelling_monk
replayed: cavalry*3 gunner_mercenaries*2 spear_troopers*2 light_archers*2 fake_fortress
general played: yes
joint war: yes
hand 1: copper*3
deck 1: copper*3
hand 2: copper*4
deck 2: copper*4 city*3 village*2
deployed 2: light_archers*2 cavalry spear_troopers gunner_mercenaries fake_fortress
hand 3: copper*3 village
deck 3: copper*4
hand 5: copper*3
deck 5: copper*3
ally: 2
defender: 0
ask 1: defend 0 0 0
""",
}


def position(name: str) -> str:
    """A moment as the text of its position."""
    return f"game: kunitori 1\n{POSITIONS[name]}"
