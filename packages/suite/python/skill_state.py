"""Lets a Python program take part in `bench run`: JSON lines over standard input and output, as docs/wire.md has them.

An environment is a class with `reset`; anything else is a runtime. `serve(Class)` answers until the input ends. The other
way round, `Environment(command)` plays a benchmark that `bench serve NAME` offers.
"""

import json
import shlex
import subprocess
import sys

WIRE = 1
_OPTIONAL = {"description": "description", "action_schema": "actionSchema", "noop": "noop", "tasks": "tasks"}


def serve(made):
    """Answers the lines of standard input with an instance of `made` for each episode. Prints go to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    sys.stdin.reconfigure(encoding="utf-8")

    def send(answer):
        out.write(json.dumps(answer, allow_nan=False) + "\n")
        out.flush()

    def receive():
        line = sys.stdin.readline()
        if not line:
            raise SystemExit(0)
        return next(iter(json.loads(line).items()))

    answer = _environment(made) if hasattr(made, "reset") else _runtime(made, send, receive)
    while True:
        send(answer(*receive()))


def _environment(made):
    world = None

    def observed(said):
        if isinstance(said, str):
            said = (said, False)
        found = said if isinstance(said, dict) else {"text": said[0], "done": said[1]}
        if hasattr(world, "expected_state"):
            found = {**found, "expectedState": world.expected_state()}
        return found

    def answer(method, given):
        nonlocal world
        if method == "describe":
            own = {key: getattr(made, name) for name, key in _OPTIONAL.items() if hasattr(made, name)}
            own.update(id=made.id, instructions=made.instructions, schema=made.schema)
            own.update(initialState=made.initial_state, player=hasattr(made, "play"))
            return {**_common(made), **own}
        if method == "decide":
            return made.play(given)
        if method == "reset":
            world = made()
            return observed(world.reset(given["seed"], given["task"]))
        if method == "step":
            return observed(world.step(given["action"]))
        outcome = world.outcome()
        return outcome if isinstance(outcome, dict) else {"reward": outcome}

    return answer


def _runtime(made, send, receive):
    agent = None

    def ask(prompt):
        send({"ask": prompt})
        return receive()[1]

    def answer(method, given):
        nonlocal agent
        if method == "describe":
            return {**_common(made), **({"reply": made.reply} if hasattr(made, "reply") else {})}
        if method == "start":
            agent = made(given)
            return {"ready": True}
        if method == "observation":
            return {"prompt": agent.prompt(given["text"], ask)}
        try:
            return agent.read(given)
        except ValueError as error:
            return {"reject": str(error)[:1000] or "the reply cannot be read"}

    return answer


def _common(made):
    return {"wire": WIRE, **({"timeoutMs": made.timeout_ms} if hasattr(made, "timeout_ms") else {})}


class Environment:
    """A benchmark of another program, played from here: `about` has its instructions, its schema and its no-op."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self._program = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, encoding="utf-8")
        self.about = self._ask("describe", {"wire": WIRE})

    def reset(self, seed, **task):
        """The first observation of the task of a seed, and of a `horizon` if one is named."""
        return self._ask("reset", {"seed": seed, "task": {"id": "task", **task}})

    def step(self, action):
        return self._ask("step", {"action": action})

    def outcome(self):
        return self._ask("outcome", {})

    def decide(self, **view):
        """What the benchmark's own player does; `view` is what a prompt shows: observation, history, state, summary."""
        return self._ask("decide", {"instructions": self.about["instructions"], "history": [], **view})

    def close(self):
        self._program.communicate()

    def _ask(self, method, given):
        self._program.stdin.write(json.dumps({method: given}) + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline()
        if not answer:
            raise RuntimeError(f"the program ended with {self._program.wait()}; its standard error says why")
        return json.loads(answer)
