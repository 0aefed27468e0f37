"""A game's own policies, in kernel land: `policies.choose(S, i, W, j, seat, policy, out)` answers with an action.

The position stands in `S[i]`, redealt for `seat`; the policy may think in the `policies.SCRATCH` states behind it, has
the workspace `W[j]` and in `out` room for a list of actions. Where it needs chance it draws from the last stream of
`S[i]`.
"""

from ludotheque.kernel import entry_point, kernel
from ludotheque.kernel.game import policies, rules


@kernel
def first_legal(S, i, W, j, seat, policy, out):
    """The policy of a game without policies: the first legal action."""
    rules.legal(S[i], W[j], seat, out)
    return out[0]


choose_own = getattr(policies, "choose", first_legal)
SCRATCH = getattr(policies, "SCRATCH", 0)
REDEALT = getattr(policies, "REDEALT", True)


@entry_point
def decide(S, W, out, seat, policy):
    """Decide once: the position is `S[0]`, the states behind it are scratch space."""
    return choose_own(S, 0, W, 0, seat, policy, out)
