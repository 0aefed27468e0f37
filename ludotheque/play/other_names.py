"""Names of other libraries, with ours: an error for such a name suggests ours.

One thing has one name here, so these are no second names; they make an error that helps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def _table(*rows: tuple[str, str]) -> dict[str, str]:
    return {theirs: ours for names, ours in rows for theirs in names.split()}


# Names in OpenSpiel, PettingZoo, Gymnasium, Pgx and RLCard, and ours.
FRONT = _table(
    ("make load_game get_game", 'lt.game("lampions")'),
    ("env make_env raw_env parallel_env", 'lt.adapters.pettingzoo.env("lampions")'),
    (
        "make_vec vector_env VectorEnv",
        'lt.batch("lampions", 1024), or lt.adapters.gymnasium.vector_env("lampions", 1024)',
    ),
    ("list_games registered_games registered_names available_envs available_games registry", "lt.names()"),
)
GAME = _table(
    ("new_initial_state initial_state init reset new_game", "start(players=…, seed=…)"),
    ("num_actions num_distinct_actions action_space action_count", "every_move, as many as there are actions"),
    ("actions moves", "every_move"),
    ("num_players players min_players max_players possible_agents", "declaration.players, the fewest and the most"),
    ("observation_space observation_shape observation_tensor_shape observation_tensor_size", "observation.size"),
    ("options parameters get_parameters", "declaration.options"),
    ("step apply_action", "start(…), whose position plays moves"),
    ("action_to_string", "move(17).text"),
)
POSITION = _table(
    ("legal_actions legal_moves get_legal_actions", "legal_ids(), or moves()"),
    ("legal_actions_mask legal_action_mask action_mask action_masks", "mask()"),
    ("apply_action apply_actions step push do_action", "play(move, seat)"),
    ("child", "copy(), then play(move)"),
    ("clone", "copy()"),
    ("is_terminal terminated done terminations is_over game_over", "over"),
    ("current_player agent_selection get_player_id to_play turn", "actors, all who owe a decision, or actor"),
    ("returns rewards player_return get_payoffs utility", "payoffs, or shares"),
    ("observation observation_tensor information_state_tensor obs last", "observe(seat)"),
    ("observation_string information_state get_state get_perfect_information", "view(seat)"),
    ("information_state_string infostate", "infostate_key(seat)"),
    ("resample_from_infostate determinize", "redeal(seat, seed)"),
    ("num_players possible_agents agents", "players"),
    ("history full_history action_history", 'game.record(pos)["moves"]'),
    ("serialize", "game.record(pos), or pickle"),
    ("undo undo_action step_back pop", "copy() before play(move)"),
    ("chance_outcomes is_chance_node", "ludotheque.play.chance.outcomes(pos, move)"),
    ("to_string render", "text()"),
    ("action_to_string", "game.move(17).text"),
)
BATCH = _table(
    ("num_envs batch_size num_matches", "n"),
    ("action_mask action_masks legal_action_mask legal_actions masks mask", "legal()"),
    ("observations obs observation_tensor", "observe()"),
    ("terminated terminations dones terminal", "done"),
    ("current_player current_players agent_selection to_play actors", "seats"),
    ("returns shares payoffs", "rewards"),
    ("num_actions num_distinct_actions action_space single_action_space", "action_count"),
    ("observation_space single_observation_space observation_shape", "observation.size"),
    ("init", "reset(seed)"),
    ("play apply_action apply_actions", "step(actions)"),
    ("clone", "copy()"),
    ("state states", "position(i), or state_dict()"),
)


def wrong_name(what: str, theirs: str, table: Mapping[str, str]) -> AttributeError | None:
    """The error that names our equivalent of another framework's name; None if there is none."""
    ours = table.get(theirs)
    return AttributeError(f"{what} has no {theirs!r}; here it is {ours}") if ours else None


def miss(thing: Any, name: str, table: Mapping[str, str]) -> Any:
    """Raise an AttributeError from `__getattr__`, with our name if there is one."""
    kind = type(thing).__name__
    error = wrong_name(f"a {kind[0].lower()}{kind[1:]}", name, table)
    if error is not None:
        raise error
    return object.__getattribute__(thing, name)  # raise the error again that Python would raise
