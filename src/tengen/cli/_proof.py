"""The tree of a proof for terminals: each reply with its answer, as far as it fits a screen."""

from typing import TYPE_CHECKING, Final

from tengen.core.game import Game
from tengen.core.geometry import Point
from tengen.core.proof import Proof

if TYPE_CHECKING:
    from rich.tree import Tree

MOST_LINES: Final = 40
"""Of the whole tree; who wants all of it takes JSON."""
_MOST_BRANCHES: Final = 6
"""Under one move: longer lists are all alike."""


def draw_proof(game: Game, proof: Proof) -> "Tree":
    """Return the tree: moves of the attacker, and under each the replies that it must answer."""
    from rich.tree import Tree

    top = Tree(f"[bold]{game.format_move(proof.move)}[/]", guide_style="dim")
    left = MOST_LINES
    waiting = [(top, proof)]
    while waiting:
        # Breadth first: the first replies matter most, and the lines under them come as room is.
        branch, node = waiting.pop(0)
        answers = _answers(game, node)
        for place, (replies, answer) in enumerate(answers):
            if left <= 0 or place >= _MOST_BRANCHES:
                branch.add(f"[dim]and {len(answers) - place} more; --json has them all[/]")
                break
            left -= 1
            move = game.format_move(answer.move)
            ends = "" if answer.followers else ", five"
            waiting.append((branch.add(f"[dim]{replies}:[/] [bold]{move}[/]{ends}"), answer))
    return top


def _answers(game: Game, node: Proof) -> list[tuple[str, Proof]]:
    """Return the answers of a node, each once, with the replies that it answers."""
    groups: dict[int, list[Point]] = {}
    answers: dict[int, Proof] = {}
    for reply, answer in node.replies.items():
        groups.setdefault(id(answer), []).append(reply)
        answers[id(answer)] = answer
    found = [
        (", ".join(game.format_move(reply) for reply in replies), answers[key])
        for key, replies in groups.items()
    ]
    if node.otherwise is not None:
        found.append(("anything else" if found else "anything", node.otherwise))
    return found
