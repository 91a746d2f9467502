import { prompt, promptLayouts, skillState, stateful, truncated } from '@skill-state/baselines'
import { filePath } from '@skill-state/eval/command-line'
import { parsePrompt, renderReply } from '@skill-state/models'
import { defined } from '@skill-state/suite'
import { type MeasuredRuntime, replayRecordedRuns, verifyTauBench } from '@skill-state/tau-bench'
import { dataFolder, officialDomain } from '../../experiments/official/tau-bench.ts'
import type { CommandResult } from '../command-result.ts'

export interface TauBenchFlags {
  readonly data?: string
  readonly domain?: string
  readonly split?: string
}

/** `bench tau-bench verify`: records of the official environment against this one. */
export function verifyCommand(files: readonly string[], flags: TauBenchFlags): CommandResult {
  const source = { ...sourceOf(flags), files: files.map(filePath) }
  const { lines, mismatches, unchecked } = verifyTauBench(source)
  return { lines, ok: mismatches === 0 && unchecked === 0 }
}

/** The runtimes whose prompts a replay measures, and what is used as the state, which the recorded model never wrote. */
const measured: Readonly<Record<string, MeasuredRuntime>> = {
  prompt: { runtime: prompt.run },
  truncated: { runtime: truncated.run },
  stateful: { runtime: stateful.run },
  'skill-state, empty state': { runtime: skillState.run },
  'skill-state, every record kept': { runtime: skillState.run, state: 'records' },
}

/** `bench tau-bench replay`: recorded runs, executed and scored again. */
export async function replayRunsCommand(file: string, flags: TauBenchFlags): Promise<CommandResult> {
  const { lines, agrees } = await replayRecordedRuns({
    ...sourceOf(flags),
    file: filePath(file),
    measured: {
      runtimes: measured,
      reply: (text, decision) => renderReply(decision, parsePrompt(text, promptLayouts).format),
    },
  })
  return { lines, ok: agrees }
}

function sourceOf({ data, domain, split }: TauBenchFlags) {
  return {
    data: dataFolder(data),
    domain: officialDomain(domain),
    ...defined({ split }),
  }
}
