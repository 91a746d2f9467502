import { existsSync, statSync } from 'node:fs'
import { readRunFolder, readTraces } from '@skill-state/eval'
import {
  answersOf,
  buildMatchReport,
  type MatchFile,
  type MatchReport,
  readMatches,
  requireSameStates,
} from '@skill-state/eval/step-match'
import { invalidOption, printableJson } from '@skill-state/protocol'
import { type MatchTitle, matchMarkdown } from '@skill-state/report'
import {
  type AskedStates,
  askStates,
  type Conditions,
  type Decider,
  readConditions,
  requireStateRuntime,
  wholeEpisodes,
} from '@skill-state/suite'
import { print } from '../print.ts'
import type { StepMatchFlags } from '../program/fields.ts'
import { registry } from '../registry.ts'
import { isAddress, withRuns } from '../with-runs.ts'

const formats: Record<StepMatchFlags['format'], (report: MatchReport, title: MatchTitle) => string> = {
  md: matchMarkdown,
  json: (report, title) => `${printableJson({ ...title, ...report })}\n`,
}

/** `bench step-match`: asks B about the states that a run visited, and reports. Exit code 0 if all were answered for. */
export async function stepMatchCommand(
  name: string,
  { as, every, limit, against, out, concurrency, format, ...request }: StepMatchFlags,
): Promise<number> {
  const { model, runtime } = request
  if (out !== undefined) checkOut(out)
  else if (isAddress(name))
    throw invalidOption('--out: name a file for the answers: they are not kept in a database')
  if (runtime !== undefined) requireStateRuntime(registry, '--runtime', runtime)
  if (as !== undefined) requireStateRuntime(registry, '--as', as)
  const choice = { runtime, as, every, limit: limit ?? Number.POSITIVE_INFINITY }
  return await withRuns([name, against], async (runs) => {
    const folder = readRunFolder(runs.folder(name))
    const question = {
      folder,
      conditions: readConditions(folder),
      choice,
      concurrency,
      against: against === undefined ? undefined : readRunFolder(runs.folder(against)),
    }
    const asked =
      model === undefined ? onRecord(out) : await askStates(registry, question, model, request, out)
    const matches = readMatches(asked.file)
    const report = buildMatchReport(
      readTraces(folder),
      requireSameStates(asked.file, answersOf(matches), readTraces(folder)),
      question.against && wholeEpisodes(question.against, deciderOf(matches)),
    )
    const title = titleOf(question.conditions, folder.path, asked, matches)
    print(runs.shown(formats[format](report, title)))
    return asked.problems.length === 0 ? 0 : 1
  })
}

function checkOut(path: string): void {
  if (existsSync(path) && !statSync(path).isFile()) throw invalidOption(`--out: ${path} is not a file`)
}

/** A report alone needs neither the model nor its key. */
function onRecord(out: string | undefined): AskedStates {
  if (out === undefined)
    throw invalidOption('name who is asked with --model, or a file of matched steps with --out')
  if (!existsSync(out))
    throw invalidOption(`--out: ${out} does not exist; name the model to ask with --model`)
  return { file: out, problems: [] }
}

function deciderOf({ conditions: { model, runtimes } }: MatchFile): Decider {
  return { model, runtimes: Object.keys(runtimes) }
}

function titleOf(
  { model: a }: Conditions,
  directory: string,
  { file, problems }: AskedStates,
  { conditions: { model: b, runtimes } }: MatchFile,
): MatchTitle {
  return {
    a: `${directory}, ${a.id}. ${a.notice}`.trim(),
    b: `${b.id} as ${Object.keys(runtimes).join(', ')}. ${b.notice}`.trim(),
    notices: [...problems, `Matched steps: ${file}`],
  }
}
