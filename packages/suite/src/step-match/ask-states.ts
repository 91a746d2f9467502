import { dirname, join } from 'node:path'
import { chargeOf, lockRunFolder, type RunFolder } from '@skill-state/eval'
import { flagOf } from '@skill-state/eval/command-line'
import {
  answersOf,
  checkMatchFile,
  type FailedMatch,
  type MatchConditions,
  type Matched,
  type MatchFile,
  type MatchLine,
  matchRun,
  openMatchFile,
  readMatches,
  stepKey,
} from '@skill-state/eval/step-match'
import { invalidOption, type JsonObject, type Model } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'
import { defined } from '../defined.ts'
import type { Conditions } from '../plan/conditions.ts'
import { limitsOf } from '../plan/limits.ts'
import { checkRuntimes } from '../plan/plan-run.ts'
import { RunMeter } from '../plan/run-meter.ts'
import type { Registry } from '../registry.ts'
import type { Request } from '../request.ts'
import { type Choice, chosenSteps, type FindMatched, matchedEpisodes } from './matched-episodes.ts'
import { wholeEpisodes } from './whole-episodes.ts'

/** What is asked of which run. */
interface Question {
  readonly folder: RunFolder
  readonly conditions: Conditions
  readonly choice: Choice
  readonly concurrency: number
  /** A run that must hold whole episodes of who is asked. */
  readonly against?: RunFolder | undefined
}

/** Where the answers are, and why states are without one, one line each. */
export interface AskedStates {
  readonly file: string
  readonly problems: readonly string[]
}

/**
 * Asks a model about each state that the file has no answer for. Throws `SkillStateError` before
 * anything is written or spent.
 */
export async function askStates(
  registry: Registry,
  question: Question,
  name: string,
  request: Omit<Request, 'runtime'>,
  out: string | undefined,
): Promise<AskedStates> {
  const { folder, conditions, choice } = question
  const modelFor = await registry.findModel(name, request)
  const find = await matchedEpisodes(registry, folder, conditions, { as: choice.as, modelFor })
  const { runtimes, model } = await survey(question, find)
  checkRuntimes(registry, name, [...runtimes])
  if (question.against) wholeEpisodes(question.against, { model, runtimes })
  const limits = limitsOf(request, model)
  const asked = askedConditions(registry, question, { name, model, runtimes })
  const file =
    out ??
    join(folder.path, 'step-match', `${encodeURIComponent(`${choice.as ?? 'same'}~${model.id}`)}.jsonl`)
  checkMatchFile(file, asked)
  const release = lockRunFolder(dirname(file))
  try {
    return { file, problems: await askInto(registry, file, asked, { question, find, model, limits }) }
  } finally {
    release()
  }
}

interface Job {
  readonly question: Question
  readonly find: FindMatched
  readonly model: Model
  readonly limits: ReturnType<typeof limitsOf>
}

async function askInto(
  { tokenizer }: Registry,
  file: string,
  asked: MatchConditions,
  { question, find, model, limits }: Job,
): Promise<string[]> {
  const recorder = openMatchFile(file, asked)
  let failed = 0
  const record = (line: MatchLine | FailedMatch): void => {
    if (line.kind === 'failed') failed += 1
    recorder.record(line)
  }
  try {
    const before = readMatches(file)
    const calls = before.lines.flatMap((line) => line.calls) // those that gave no answer included
    const attempts = before.lines.flatMap((line) => line.attempts)
    const spending = new RunMeter()
    spending.begin(limits, chargeOf({ calls, attempts }, model.capabilities), `${file}.spending`)
    const { concurrency } = question
    await matchRun(unanswered(question, before, find), { concurrency, tokenizer, spending, record })
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    return [`Stopped by ${flagOf(error.limit)}: ${error.message}; a higher limit resumes.`]
  } finally {
    recorder.close()
  }
  return failed === 0 ? [] : [`Not answered for: ${failed} states; the same command asks about them again.`]
}

/** Who asks, and the model that is asked, from the episodes themselves. Throws `invalid-option` if there is none. */
async function survey(
  { folder, choice }: Question,
  find: FindMatched,
): Promise<{ readonly runtimes: ReadonlySet<string>; readonly model: Model }> {
  const runtimes = new Set<string>()
  let model: Model | undefined
  for (const { trace } of chosenSteps(folder, choice)) {
    runtimes.add(choice.as ?? trace.episode.runtime)
    model ??= (await find(trace)).model
  }
  if (model !== undefined) return { runtimes, model }
  const which = choice.runtime ?? 'skill-state or another runtime that carries the state alone'
  throw invalidOption(`${folder.path} has no episode of ${which}, so there is no state to ask about`)
}

function askedConditions(
  { version, tokenizer, findRuntime }: Registry,
  { conditions }: Question,
  {
    name,
    model,
    runtimes,
  }: { readonly name: string; readonly model: Model; readonly runtimes: ReadonlySet<string> },
): MatchConditions {
  const { id, notice = '', settings, capabilities } = model
  return {
    version,
    experiment: conditions.experiment,
    runtimes: Object.fromEntries([...runtimes].sort().map((each) => [each, findRuntime(each).options])),
    model: {
      name,
      id,
      notice,
      ...defined({
        settings,
        capabilities: capabilities && (JSON.parse(JSON.stringify(capabilities)) as JsonObject),
      }),
    },
    tokenizer: tokenizer.id,
  }
}

/** The states that are left to ask about. */
async function* unanswered(
  question: Question,
  before: MatchFile,
  find: FindMatched,
): AsyncGenerator<Matched> {
  const answered = new Set(answersOf(before).map((line) => stepKey(line)))
  for (const { trace, steps } of chosenSteps(question.folder, question.choice)) {
    const left = steps.filter((step) => !answered.has(stepKey({ ...trace.episode, step })))
    if (left.length > 0) yield { ...(await find(trace)), steps: new Set(left) }
  }
}
