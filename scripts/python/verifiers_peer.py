"""verifiers opens our results, and plays a benchmark of ours as an environment with its own loop and rubric."""

import sys
from pathlib import Path

import verifiers as vf
from datasets import Dataset
from verifiers.utils.save_utils import load_outputs

from skill_state import Environment
from verifiers_client import Replies

exports, command = Path(sys.argv[1]), sys.argv[2]
rows = load_outputs(exports / "verifiers")
assert rows and all(row["completion"] and 0 <= row["reward"] <= 1 for row in rows)

world = Environment(command)
history = []
first = world.reset(42, horizon=12)


class Ours(vf.MultiTurnEnv):
    async def env_response(self, messages, state, **given):
        told = world.step(messages[-1].content)
        said = [vf.UserMessage(content=told["text"])]
        if told["done"]:
            state["final_env_response"] = said
        return said


async def reply(text):
    """The benchmark's player in the place of a language model."""
    action = world.decide(observation=text, history=history)["action"]
    history.append({"observation": text, "response": f"Action: {action}"})
    return action


def score(**given):
    """Our reward."""
    return world.outcome()["reward"]


data = Dataset.from_list([{"prompt": [{"role": "user", "content": first["text"]}]}])
played = Ours(eval_dataset=data, system_prompt=world.about["instructions"], rubric=vf.Rubric(funcs=[score]))
[output] = played.evaluate_sync(Replies(reply), "player", num_examples=1)["outputs"]
world.close()
assert output["error"] is None, output["error"]
assert output["reward"] == 1, output["reward"]
print(f"{len(rows)} rows opened; an episode of {len(history)} steps played with reward 1")
