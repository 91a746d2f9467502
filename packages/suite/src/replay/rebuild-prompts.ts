import { type RunFolder, recompute, type Trace } from '@skill-state/eval'
import type { Conditions } from '../plan/conditions.ts'
import type { Registry } from '../registry.ts'
import { noTask, playedWith } from './played-with.ts'

/** Builds the prompts of a run's episodes again, and compares each with the hash on record. */
export async function rebuildPrompts(
  registry: Registry,
  folder: RunFolder,
  conditions: Conditions,
): Promise<(trace: Trace) => Promise<readonly string[]>> {
  const { playedIn } = await playedWith(registry, folder, conditions)
  return async (trace) => {
    const played = await playedIn(trace.episode)
    if (played === undefined) throw noTask(trace)
    const { run: runtime } = registry.findRuntime(trace.episode.runtime)
    return (await recompute(trace, { ...played, runtime })).prompts
  }
}
