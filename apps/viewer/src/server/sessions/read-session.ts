import { ask, type JournalPosition } from '@skill-state/core'
import { type JournalStore, type TimelineStep, timeline } from '@skill-state/core/journal'
import { isJsonObject, type JsonObject, promptText } from '@skill-state/protocol'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import type { SessionDocument } from '../../manifest/session.ts'

/** A session as the page shows it, read from its journal. Throws `invalid-journal`. */
export function readSession(store: JournalStore, file: string): SessionDocument {
  const { id, skill } = headOf(store)
  const { steps, position } = read(store)
  const states = [steps[0]?.before ?? position?.state, ...steps.map(({ after }) => after)]
  let asked: JsonObject | undefined
  const prompts = steps.map((step) => {
    asked = step.asked ?? asked
    return promptOf(asked, step)
  })
  return {
    trace: {
      episode: {
        kind: 'episode',
        format: 1,
        benchmark: skill,
        task: id,
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
    prompts,
    waiting: waitingOf(position),
    row: rowOf(file, { id, skill, steps: steps.length, position }),
  }
}

function read(store: JournalStore): {
  readonly steps: readonly TimelineStep[]
  readonly position: JournalPosition | undefined
} {
  const steps: TimelineStep[] = []
  const reading = timeline(store)
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { steps, position: next.value }
    if (!next.value.undone) steps.push(next.value)
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
  const { pending, observation, inbox = [] } = position ?? {}
  if (pending?.waiting?.for === 'approval') {
    const why = pending.waiting.reason === undefined ? '' : `: ${pending.waiting.reason}`
    return `waits for an approval${why}\n${JSON.stringify(pending.action, undefined, 2)}`
  }
  if (pending) return `is executing, or was cut off in\n${JSON.stringify(pending.action, undefined, 2)}`
  if (observation?.waiting && inbox.length === 0) return 'waits for a message'
  return undefined
}

function rowOf(
  file: string,
  {
    id,
    skill,
    steps,
    position,
  }: { id: string; skill: string; steps: number; position: JournalPosition | undefined },
): Omit<EpisodeRow, 'run' | 'bytes'> {
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
