import { filePath } from '@skill-state/suite'
import { replayResults, verifyTau3Bench } from '@skill-state/tau3-bench'
import { tau3Data, tau3DomainName } from '../../experiments/official/tau3-bench.ts'
import type { CommandResult } from '../command-result.ts'

export interface Tau3BenchFlags {
  readonly data?: string
  readonly domain?: string
}

/** `bench tau3-bench verify`: records of the official environment against this one. */
export function verifyTau3Command(files: readonly string[], flags: Tau3BenchFlags): CommandResult {
  const { lines, mismatches, unchecked } = verifyTau3Bench({ ...sourceOf(flags), files: files.map(filePath) })
  return { lines, ok: mismatches === 0 && unchecked === 0 }
}

/** `bench tau3-bench replay`: recorded simulations of the official runner, executed and scored again. */
export function replayTau3Command(file: string, flags: Tau3BenchFlags): CommandResult {
  const { lines, agrees } = replayResults({ ...sourceOf(flags), file: filePath(file) })
  return { lines, ok: agrees }
}

function sourceOf({ data, domain }: Tau3BenchFlags) {
  return { data: tau3Data(data), domain: tau3DomainName(domain) }
}
