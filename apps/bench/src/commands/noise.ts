import { measureNoise, type Noise } from '@skill-state/eval/compare'
import { printableJson } from '@skill-state/protocol'
import { comparedColumns, noiseMarkdown } from '@skill-state/report'
import { find, readComparedRun, readSplits, requireRepetition } from '@skill-state/suite'
import { withRuns } from '../with-runs.ts'

export interface NoiseCommandOptions {
  readonly by?: string
  readonly format: string
}

const formats: Readonly<Record<string, (noise: Noise) => string>> = {
  md: noiseMarkdown,
  json: (noise) => `${printableJson(noise)}\n`,
}

/** `bench noise`: each cell of a run against itself, or of two runs of the same conditions, from their traces. */
export async function noiseCommand(
  name: string,
  other: string | undefined,
  options: NoiseCommandOptions,
): Promise<string> {
  const render = find('format', formats, options.format)
  const by = readSplits(options.by)
  return await withRuns([name, other], ({ folder, shown }) => {
    const run = readComparedRun(folder(name))
    if (other === undefined) return shown(render(measureNoise([run], { columns: comparedColumns, by })))
    const again = readComparedRun(folder(other))
    requireRepetition(run, again)
    return shown(render(measureNoise([run, again], { columns: comparedColumns, by })))
  })
}
