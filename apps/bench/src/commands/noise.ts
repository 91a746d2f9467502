import { measureNoise, type Noise } from '@skill-state/eval/compare'
import { printableJson } from '@skill-state/protocol'
import { comparedColumns, noiseMarkdown } from '@skill-state/report'
import { readComparedRun, requireRepetition } from '@skill-state/suite'
import { print } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { withRuns } from '../with-runs.ts'

const formats = { md: noiseMarkdown, json: (noise: Noise): string => `${printableJson(noise)}\n` }

/** `bench noise`: each cell of a run against itself, or of two runs of the same conditions, from their traces. */
export async function noiseCommand(
  { by = [], format }: Flags['noise'],
  name: string,
  other: string | undefined,
): Promise<void> {
  await withRuns([name, other], ({ folder, shown }) => {
    const runs = [name, other].flatMap((each) => (each === undefined ? [] : readComparedRun(folder(each))))
    const [run, again] = runs
    if (run !== undefined && again !== undefined) requireRepetition(run, again)
    print(shown(formats[format](measureNoise(runs, { columns: comparedColumns, by }))))
  })
}
