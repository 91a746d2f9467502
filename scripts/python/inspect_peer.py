"""Inspect AI opens our logs, and plays a benchmark of ours as a task with a solver of its own."""

import sys
from pathlib import Path

from inspect_ai import Task, eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log
from inspect_ai.model import ChatMessageUser, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Target, mean, scorer
from inspect_ai.solver import TaskState, solver

from skill_state import Environment

exports, command = Path(sys.argv[1]), sys.argv[2]
logs = [read_eval_log(str(file)) for file in sorted((exports / "inspect").iterdir())]
assert logs and all(log.status == "success" and log.samples for log in logs)
assert all("reward" in sample.scores for log in logs for sample in log.samples)

world = Environment(command)
history, told = [], {}


def replies():
    """The benchmark's player in the place of a language model."""
    while True:
        action = world.decide(observation=told["text"], history=history)["action"]
        output = ModelOutput.from_content("mockllm/model", action)
        output.usage = ModelUsage(input_tokens=0, output_tokens=0)  # else it is counted with a file from the network
        yield output


@solver
def play():
    async def solve(state: TaskState, generate):
        told.update(world.reset(42, horizon=12))
        while not told["done"]:
            state.messages.append(ChatMessageUser(content=told["text"]))
            state = await generate(state)
            history.append({"observation": told["text"], "response": f"Action: {state.output.completion}"})
            told.update(world.step(state.output.completion))
        return state

    return solve


@scorer(metrics=[mean()])
def reward():
    async def score(state: TaskState, target: Target):
        return Score(value=world.outcome()["reward"])

    return score


task = Task(dataset=[Sample(input=world.about["instructions"])], solver=play(), scorer=reward())
model = get_model("mockllm/model", custom_outputs=replies())
[log] = evaluate(task, model=model, display="none", log_dir="inspect-logs")
world.close()
assert log.status == "success", log.error
assert log.results.scores[0].metrics["mean"].value == 1
print(f"{len(logs)} logs opened; an episode of {len(history)} steps played with reward 1")
