import { type CompareOptions, compareRuns } from '@skill-state/eval/compare'
import { invalidOption } from '@skill-state/protocol'
import { comparedColumns, comparisonJson, comparisonMarkdown } from '@skill-state/report'
import { type ReadRun, readComparedRun, requireRepetition, shareConditions } from '@skill-state/suite'
import { print } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { withRuns } from '../with-runs.ts'

const formats = { md: comparisonMarkdown, json: comparisonJson }

/** `bench compare`: two runs, or two runtimes of one, task by task, computed from their traces. */
export async function compareCommand(
  options: Flags['compare'],
  name: string,
  other: string | undefined,
): Promise<void> {
  const runtimes = readRuntimes(other, options)
  const { by, format, repetition } = options
  await withRuns([name, other, repetition], ({ folder, shown }) => {
    const read = (each: string): ReadRun => readComparedRun(folder(each))
    const first = read(name)
    const [a, b] = shareConditions(first, other === undefined ? first : read(other))
    if (runtimes !== undefined) {
      requireRuntime('--runtime', a, runtimes[0])
      requireRuntime(options.against === undefined ? '--runtime' : '--against', b, runtimes[1])
    }
    const again = repetition === undefined ? {} : repeated(first, read(repetition))
    const notices = modelNotices(a, b)
    const second = { ...b, ...(other === undefined && again) }
    const compared = { columns: comparedColumns, by, runtimes }
    print(shown(formats[format](compareRuns({ ...a, ...again }, second, compared), notices)))
  })
}

function readRuntimes(
  other: string | undefined,
  { runtime, against }: Flags['compare'],
): CompareOptions['runtimes'] {
  if (runtime !== undefined && (against !== undefined || other !== undefined))
    return [runtime, against ?? runtime]
  if (against !== undefined)
    throw invalidOption('--against needs --runtime: the runtime that is compared with it')
  if (other !== undefined) return undefined
  throw invalidOption('name a second run, or two runtimes of this one with --runtime and --against')
}

function requireRuntime(option: string, { name, episodes }: ReadRun, runtime: string): void {
  const known = [...new Set(episodes.map((episode) => episode.runtime))].sort()
  if (known.includes(runtime)) return
  throw invalidOption(
    `${option}: ${name} has no episode of "${runtime}"; it has: ${known.join(', ') || 'none'}`,
  )
}

/** Episodes of a run like A, from which repetition noise is told. */
function repeated(a: ReadRun, again: ReadRun): Pick<ReadRun, 'repetitions'> {
  requireRepetition(a, again)
  return { repetitions: again.episodes }
}

/** Who decided, which no figure of a reference may be read without. */
function modelNotices(a: ReadRun, b: ReadRun): string[] {
  const [first, second] = [a, b].map(({ settings: { model } }) => `${model.id}. ${model.notice}`.trim())
  return first === second ? [`Model: ${first}`] : [`Model of A: ${first}`, `Model of B: ${second}`]
}
