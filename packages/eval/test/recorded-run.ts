import type { Model } from '@skill-state/protocol'
import type { ReplayOptions } from '../src/replay/replay-episode.ts'
import { runSuite, type SuiteOptions } from '../src/run-suite.ts'
import { openRunFolder, type RunFolder, readTraces } from '../src/trace/run-folder.ts'
import type { Trace } from '../src/trace/trace-file.ts'
import { always, countdown, type EpisodeParts, episode, obey } from './countdown.ts'
import { emptyFolder } from './folder.ts'

/** A run of the countdown, three steps an episode. */
export async function recordedRun(
  parts: readonly EpisodeParts[],
  options: Partial<SuiteOptions> = {},
): Promise<{ readonly folder: RunFolder; readonly traces: readonly Trace[] }> {
  const folder = openRunFolder(emptyFolder(), { experiment: 'countdown' })
  const episodes = parts.map((each) => episode({ model: spelling('good'), ...each }))
  await runSuite(folder, episodes, { concurrency: 1, ...options })
  return { folder, traces: [...readTraces(folder)] }
}

/** What the countdown was played with. */
export const playedCountdown: ReplayOptions = {
  skill: episode().benchmark.skill,
  runtime: obey,
  environment: countdown(3),
}

/** A model that names all classes of tokens. */
export function spelling(reply: string): Model {
  return {
    ...always(reply),
    id: 'gemini:flash',
    generate: async () => ({
      text: reply,
      finishReason: 'stop',
      model: 'flash-001',
      usage: {
        inputTokens: 10,
        cachedInputTokens: 4,
        cacheWriteTokens: 1,
        outputTokens: 3,
        reasoningTokens: 2,
      },
    }),
  }
}
