"""pandas reads what `bench export` wrote: the same episodes and steps in each format, with types."""

import sys
from pathlib import Path

import pandas

root = Path(sys.argv[1])
episodes = pandas.read_csv(root / "episodes.csv/episodes.csv")
steps = pandas.read_parquet(root / "steps.parquet/steps.parquet")
lines = pandas.read_json(root / "jsonl/steps.jsonl", lines=True)
hub = pandas.read_parquet(root / "hf/data/steps.parquet")
assert len(episodes) > 0 and episodes["score"].between(0, 1).all()
assert len(steps) == episodes["steps"].sum() == len(lines) == len(hub)
assert steps["done"].dtype == bool and steps["promptHash"].str.len().eq(64).all()
assert (steps["action"] == lines["action"]).all() and (steps["reply"] == hub["reply"]).all()
by_runtime = steps.groupby("runtime")["calls"].sum()
assert (by_runtime == episodes.groupby("runtime")["calls"].sum()).sum() >= 1
print(f"{len(episodes)} episodes, {len(steps)} steps")
