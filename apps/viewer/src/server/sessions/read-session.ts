import { ask, type JournalPosition } from '@skill-state/core'
import { history, type JournalStep, type JournalStore, spendings } from '@skill-state/core/journal'
import { isJsonObject, type JsonObject, promptText } from '@skill-state/protocol'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { type SessionDocument, WINDOW_STEPS } from '../../manifest/session.ts'

/** A step, and the prompt that led to it. */
interface Shown {
  readonly step: ReturnType<typeof spendings> extends Generator<infer Step> ? Step : never
  readonly prompt: string | undefined
}

/**
 * The windows of a session as the page shows them, read from its journal in one go: at least one. Of those that are not wanted
 * nothing is made. Throws `invalid-journal`.
 */
export function* readSession(
  store: JournalStore,
  isWanted: (window: number) => boolean = () => true,
): Generator<SessionDocument, void, undefined> {
  const head = headOf(store)
  const steps = spendings(store)
  let [number, own]: [number, Shown[]] = [0, []]
  let asked: JsonObject | undefined
  let next = steps.next()
  for (; !next.done; next = steps.next()) {
    const step = next.value
    asked = step.asked ?? asked
    if (step.undone) continue
    if (own.length === WINDOW_STEPS) {
      if (isWanted(number)) yield documentOf(head, number, own)
      ;[number, own] = [number + 1, []]
    }
    own.push({ step, prompt: isWanted(number) ? promptOf(asked, step) : undefined })
  }
  if (isWanted(number)) yield documentOf(head, number, own, next.value)
}

/** A window of these steps. The last one has the position where the journal ends. */
function documentOf(
  { id, skill }: ReturnType<typeof headOf>,
  number: number,
  own: readonly Shown[],
  position?: JournalPosition,
): SessionDocument {
  const steps = own.map(({ step }) => step)
  const states = [steps[0]?.before ?? position?.state, ...steps.map(({ after }) => after)]
  const newest = position?.observation ? [position.observation] : []
  const names = { benchmark: skill, task: id, seed: 0, runtime: 'session', model: '' }
  return {
    from: number * WINDOW_STEPS,
    trace: {
      episode: { kind: 'episode', format: 1, ...names },
      reset: undefined,
      observations: [...steps.map(({ observation }) => observation), ...newest],
      calls: [],
      attempts: [],
      steps: steps.map(({ index, patch, action, source: actionSource, result }) => {
        const decided = { patch, action, actionSource, result }
        return { kind: 'step', index, rejections: [], fallback: false, ...decided, durationMs: 0 }
      }),
      end: undefined,
      problems: [],
    },
    states: states.map((state) => state?.toJSON() ?? {}),
    prompts: own.map(({ prompt }) => prompt),
    parts: steps.map(({ parts }) => parts),
    waiting: waitingOf(position),
  }
}

function headOf(store: JournalStore): { readonly id: string; readonly skill: string } {
  for (const { body } of store.forward()) return JSON.parse(body) as { id: string; skill: string }
  return { id: '', skill: '' }
}

/** The prompt as the first attempt sent it; undefined if the journal does not say how the model was asked. */
function promptOf(
  asked: JsonObject | undefined,
  { before, observation, stateText }: JournalStep,
): string | undefined {
  const { instructions, form } = asked ?? {}
  if (typeof instructions !== 'string' || !isJsonObject(form)) return undefined
  // A journal that does not say how observations are written is from before there was a choice.
  const options = { observation: 'literal', ...form, stateText } as const
  return promptText(ask({ instructions }, before, observation.text, options))
}

function waitingOf(position: JournalPosition | undefined): string | undefined {
  const { pending, observation, inbox } = position ?? {}
  if (pending?.waiting?.for === 'approval') {
    const why = pending.waiting.reason === undefined ? '' : `: ${pending.waiting.reason}`
    return `waits for an approval${why}\n${JSON.stringify(pending.action, undefined, 2)}`
  }
  if (pending) return `is executing, or was cut off in\n${JSON.stringify(pending.action, undefined, 2)}`
  if (observation?.waiting && !inbox?.length) return 'waits for a message'
  return undefined
}

/** What the table says of a session. Throws `invalid-journal`. */
export function sessionRow(store: JournalStore, file: string): Omit<EpisodeRow, 'run' | 'bytes'> {
  const { id, skill } = headOf(store)
  const { steps, position } = stepsIn(store)
  const { pending, observation, spent = {} } = position ?? {}
  const tokens = (spent.inputTokens ?? 0) + (spent.outputTokens ?? 0)
  const isApproval = pending?.waiting?.for === 'approval'
  const status = observation?.done ? 'terminated' : isApproval ? 'approval' : 'open'
  return {
    file,
    status,
    reason: isApproval ? (waitingOf(position)?.replaceAll(/\s+/g, ' ') ?? '') : undefined,
    benchmark: skill,
    task: id,
    runtime: 'session',
    model: '',
    steps,
    calls: spent.calls ?? steps,
    rejections: 0,
    fallbacks: 0,
    tokens: tokens > 0 ? tokens : undefined,
    cost: spent.costUsd || undefined,
  }
}

function stepsIn(store: JournalStore): {
  readonly steps: number
  readonly position: JournalPosition | undefined
} {
  const reading = history(store)
  let steps = 0
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { steps, position: next.value }
    if (!next.value.undone) steps += 1
  }
}
