import { fold, type JsonObject, type Observation, type RunInput, type Waiting } from '@skill-state/protocol'
import type { CompiledSkill } from './compile-skill.ts'
import type { Journal, JournalProgress } from './journal/journal.ts'

export interface EndedCall extends Pick<JournalProgress, 'outcome'> {
  readonly action: JsonObject
  readonly result: Observation
}

interface Playing {
  readonly index: number
  readonly skill: CompiledSkill
  readonly calls: readonly JsonObject[]
  readonly progress?: readonly JournalProgress[] | undefined
}

type Played =
  | { readonly result: Observation; readonly ended: readonly EndedCall[] }
  /** What the first of those waits for that have not. */
  | { readonly waiting: Waiting }

/**
 * Executes the calls of a list that have not ended: at once, but for those that have to run alone. What each led to is on
 * record before anything else happens to the step. If one throws, the others end first.
 */
export async function playCalls(
  { index, skill, calls, progress = [] }: Playing,
  { environment, signal }: Pick<RunInput, 'environment' | 'signal'>,
  journal: Journal | undefined,
): Promise<Played> {
  const states = calls.map((_, at) => progress[at] ?? {})
  const running: Promise<void>[] = []
  const play = async (call: JsonObject, at: number): Promise<void> => {
    const key = journal && keyOf(journal, index, at)
    const place = { index: at, of: calls.length }
    const { approved } = states[at] ?? {}
    const { evidence, ...answer } = await environment.step(call, { key, signal, approved, call: place })
    if (answer.waiting && answer.waiting.for !== 'reply') {
      states[at] = { waiting: answer.waiting }
      await journal?.waiting(index, answer.waiting, at)
      return
    }
    const result = { ...answer, evidence: skill.options.capture && evidence }
    states[at] = { result }
    await journal?.called(index, at, { result })
  }
  for (const [at, call] of calls.entries()) {
    const isAlone = runsAlone(environment, call)
    if (isAlone) await all(running)
    if (!isFree(states, at, calls, environment)) continue
    running.push(play(call, at))
    if (isAlone) await all(running)
  }
  await all(running)
  const ended = calls.flatMap((action, at): EndedCall[] => {
    const { result, outcome } = states[at] ?? {}
    return result ? [{ action, result, outcome }] : []
  })
  if (ended.length === calls.length) return { result: together(ended), ended }
  const waiting = states.find((state) => state.waiting)?.waiting ?? { for: 'result' }
  await journal?.waiting(index, waiting)
  return { waiting }
}

/** Whether a call has neither ended nor waits, and is behind none that it must come after: so a crash may have cut it off. */
export function isFree(
  states: readonly JournalProgress[],
  at: number,
  calls: readonly JsonObject[],
  environment: Pick<RunInput['environment'], 'several'>,
): boolean {
  const { result, waiting } = states[at] ?? {}
  if (result || waiting) return false
  const isAlone = runsAlone(environment, calls[at] ?? {})
  return !calls
    .slice(0, at)
    .some((before, place) => !states[place]?.result && (isAlone || runsAlone(environment, before)))
}

/** The idempotency key of a step's action, or of a call of its list, which only a journal makes unique. */
export function keyOf({ id }: Journal, index: number, call?: number): string {
  return call === undefined ? `${id}/${index}` : `${id}/${index}/${call}`
}

function runsAlone({ several }: Pick<RunInput['environment'], 'several'>, call: JsonObject): boolean {
  return several?.runs(call) === 'alone'
}

/** Waits until all have ended, and throws what the first of them has thrown. */
async function all(running: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(running)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

/** What the calls of a list led to as one observation. */
function together(ended: readonly EndedCall[]): Observation {
  const results = ended.map(({ result }) => result)
  const is = (what: 'refused' | 'unknown'): true | undefined =>
    results.some((result) => result[what]) || undefined
  const evidence = results.flatMap((result) => result.evidence ?? [])
  const asked = results.flatMap(({ calls = [] }) => calls)
  return {
    text: results.map(({ text }, at) => `[call ${at + 1} of ${results.length}] ${fold(text)}`).join('\n'),
    done: results.some(({ done }) => done),
    refused: is('refused'),
    unknown: is('unknown'),
    calls: asked.length > 0 ? asked : undefined,
    evidence: evidence.length > 0 ? evidence : undefined,
  }
}
