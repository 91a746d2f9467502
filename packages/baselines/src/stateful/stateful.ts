import {
  applyPatch,
  type CompiledSkill,
  compileSkill,
  diff,
  type Reading,
  type State,
} from '@skill-state/core'
import {
  type Decision,
  defineRuntime,
  type Issue,
  type JsonObject,
  type RunInput,
  type RuntimeRecord,
  type Step,
  type Turn,
} from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { commandReader } from '../turns/read-command.ts'
import { runTurns } from '../turns/run-turns.ts'
import { turnText } from '../turns/turn-text.ts'
import { readStateUpdates } from './read-state-updates.ts'
import { buildStatePrompt, stateLayout } from './state-prompt.ts'

type StatefulOptions = { attempts: number; retryUpdates: boolean }

/**
 * The Stateful runtime (LangGraph-style, A.3): the whole transcript, and a state that the model may update. An update merges by ⊕ and must
 * leave the state valid. If one is rejected, the action is executed all the same and a note of the step says so; with `retryUpdates` the
 * model is asked again. A step has a `patch` if an update was applied. Throws `invalid-skill`.
 */
export const stateful: RuntimeRecord<StatefulOptions> = defineRuntime({
  id: 'stateful',
  description: 'the state and the whole transcript',
  options: z.strictObject({ attempts, retryUpdates: z.boolean().default(false) }),
  layout: stateLayout,
  ink: { light: '#0f766e', dark: '#5ec9bb' },
  run: runStateful,
})

async function* runStateful(
  input: RunInput,
  { attempts, retryUpdates }: StatefulOptions,
): AsyncGenerator<Step, void, undefined> {
  const skill = compileSkill(input.skill)
  const readCommand = commandReader(input.environment)
  let state = skill.initialState
  /** The state after the reply that was read last. */
  let next = state
  let history = ''
  const carrier = {
    show: (observation: string) => ({
      prompt: buildStatePrompt(skill.skill.instructions, state, history, observation),
    }),
    add(turn: Turn) {
      history += turnText(turn, stateLayout.turns.label)
    },
  }
  const read = (written: string): Reading<Decision & Updated> => {
    const reading = readCommand(written)
    if (!reading.ok) return reading
    const updated = applyUpdates(skill, state, written)
    next = updated.state
    if (retryUpdates && updated.notes) return { ok: false, issues: updated.notes, mistake: 'schema' }
    return { ok: true, value: { ...reading.value, ...updated } }
  }
  for await (const step of runTurns(input, carrier, { attempts, read })) {
    if (!step.fallback) state = next
    yield { ...step, state }
  }
}

interface Updated {
  /** Σ_{t+1} */
  readonly state: State
  /** The merge patch from Σ_t to Σ_{t+1}. Present if an update was applied, even one that changed nothing. */
  readonly patch?: JsonObject | undefined
  /** Present if updates were rejected: one note each, in the order of the reply, with the first reason. */
  readonly notes?: readonly Issue[] | undefined
}

/** Applies each update of a reply to the state that the one before has left. An invalid update is rejected as a whole; others count. */
function applyUpdates(skill: CompiledSkill, before: State, reply: string): Updated {
  let state = before
  let patch: JsonObject | undefined
  const notes: Issue[] = []
  for (const update of readStateUpdates(reply)) {
    const applied = update.ok ? applyPatch(skill, state, update.value) : update
    if (applied.ok) {
      state = applied.value.state
      // Merge patches do not compose: of several, only the way from first to last is one patch.
      patch = patch === undefined ? applied.value.patch : diff(before.toJSON(), state.toJSON())
    } else {
      notes.push(asNote(applied.issues))
    }
  }
  return { state, patch, notes: notes.length > 0 ? notes : undefined }
}

function asNote([first, ...others]: readonly Issue[]): Issue {
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return { path: first?.path ?? '', message: `update refused: ${first?.message ?? 'no reason given'}${more}` }
}
