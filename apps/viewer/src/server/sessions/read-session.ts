import { ask, type JournalPosition } from '@skill-state/core'
import { type JournalStore, spendings, type TimelineStep, timeline } from '@skill-state/core/journal'
import { isJsonObject, type JsonObject, promptText } from '@skill-state/protocol'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { type SessionDocument, WINDOW_STEPS } from '../../manifest/session.ts'

type StepSpending = ReturnType<typeof spendings> extends Generator<infer Step> ? Step : never

/**
 * The windows of a session as the page shows them, read from its journal in one go: at least one. Of those that are not wanted
 * nothing is made. Throws `invalid-journal`.
 */
export function* readSession(
  store: JournalStore,
  isWanted: (window: number) => boolean = () => true,
): Generator<SessionDocument, void, undefined> {
  const { id, skill } = headOf(store)
  const steps = spendings(store)
  let [window, taken]: [Window, number] = [new Window(id, skill, 0), 0]
  let asked: JsonObject | undefined
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) {
      if (isWanted(window.number)) yield window.document(next.value)
      return
    }
    asked = next.value.asked ?? asked
    if (next.value.undone) continue
    if (taken === WINDOW_STEPS) {
      if (isWanted(window.number)) yield window.document()
      window = new Window(id, skill, window.number + 1)
      taken = 0
    }
    taken += 1
    if (isWanted(window.number)) window.add(next.value, asked)
  }
}

class Window {
  readonly number: number
  readonly #id: string
  readonly #skill: string
  readonly #steps: StepSpending[] = []
  readonly #prompts: (string | undefined)[] = []

  constructor(id: string, skill: string, number: number) {
    this.#id = id
    this.#skill = skill
    this.number = number
  }

  add(step: StepSpending, asked: JsonObject | undefined): void {
    this.#steps.push(step)
    this.#prompts.push(promptOf(asked, step))
  }

  /** The last one is given where the journal ends. */
  document(position?: JournalPosition): SessionDocument {
    const steps = this.#steps
    const states = [steps[0]?.before ?? position?.state, ...steps.map(({ after }) => after)]
    return {
      from: this.number * WINDOW_STEPS,
      trace: {
        episode: {
          kind: 'episode',
          format: 1,
          benchmark: this.#skill,
          task: this.#id,
          seed: 0,
          runtime: 'session',
          model: '',
        },
        reset: undefined,
        observations: [
          ...steps.map(({ observation }) => observation),
          ...(position?.observation ? [position.observation] : []),
        ],
        calls: [],
        attempts: [],
        steps: steps.map(({ index, patch, action, source, result }) => ({
          kind: 'step',
          index,
          rejections: [],
          fallback: false,
          patch,
          action,
          actionSource: source,
          result,
          durationMs: 0,
        })),
        end: undefined,
        problems: [],
      },
      states: states.map((state) => state?.toJSON() ?? {}),
      prompts: this.#prompts,
      parts: steps.map(({ parts }) => parts),
      waiting: waitingOf(position),
    }
  }
}

function headOf(store: JournalStore): { readonly id: string; readonly skill: string } {
  for (const { body } of store.forward()) return JSON.parse(body) as { id: string; skill: string }
  return { id: '', skill: '' }
}

/** The prompt as the first attempt sent it; undefined if the journal does not say how the model was asked. */
function promptOf(
  asked: JsonObject | undefined,
  { before, observation, stateText }: TimelineStep,
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
  const reading = timeline(store)
  let steps = 0
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { steps, position: next.value }
    if (!next.value.undone) steps += 1
  }
}
