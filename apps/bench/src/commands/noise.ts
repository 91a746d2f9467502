import { measureNoise, type Noise, noiseMarkdown } from '@skill-state/eval'
import { find } from '../registry.ts'
import { readComparedRun, readSplits, requireRepetition } from './_compared-run.ts'

export interface NoiseCommandOptions {
  readonly by?: string
  readonly format: string
}

const formats: Readonly<Record<string, (noise: Noise) => string>> = {
  md: noiseMarkdown,
  json: (noise) => `${JSON.stringify(noise, undefined, 2)}\n`,
}

/** `bench noise`: each cell of a run against itself, or of two runs of the same conditions, from their traces. */
export function noiseCommand(
  directory: string,
  other: string | undefined,
  options: NoiseCommandOptions,
): string {
  const render = find('format', formats, options.format)
  const by = readSplits(options.by)
  const run = readComparedRun(directory)
  if (other === undefined) return render(measureNoise([run], { by }))
  const again = readComparedRun(other)
  requireRepetition(run, again)
  return render(measureNoise([run, again], { by }))
}
