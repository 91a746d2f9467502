import { runSkill } from '@skill-state/core'
import { capture } from '@skill-state/core/capture'
import type { Environment, JsonObject, Model, Observation, Skill } from '@skill-state/protocol'
import { type Field, isGrouped } from '@skill-state/protocol/evidence'
import type { AuditOptions } from '../audit-episode.ts'
import { type Episode, type Message, textOf } from '../episode.ts'
import { evidenceIn } from '../needs/material.ts'
import { type View, viewOf } from '../needs/view.ts'

/** One call of a recorded episode as SKILL.state would have sent it. */
export interface StateCall {
  /** A_t = (P, Σ_t, O_t). */
  readonly prompt: string
  /** Σ_t, filled by the rules alone. */
  readonly state: JsonObject
  readonly observation: string
  /** What the recorded model answered. */
  readonly answer: string
}

/**
 * Runs a recorded episode with the runtime of `core`: the environment gives the recorded observations, the model the
 * recorded answers, and rules fill the state. The model patches nothing. Throws for an answer that the runtime rejects.
 */
export async function playAsState(
  episode: Episode,
  fields: readonly Field[],
  options: Pick<AuditOptions, 'prompt' | 'stateTools'> = {},
): Promise<readonly StateCall[]> {
  const view = viewOf(episode, new Set(options.stateTools), options.prompt)
  if (view.calls.length === 0) return []
  const calls: StateCall[] = []
  const answers = view.calls.map(({ index }) => textOf(view.messages[index] as Message))
  let state: JsonObject = {}
  const model: Model = {
    id: 'recorded',
    generate: async ({ prompt: sent }) => {
      const answer = answers[calls.length] ?? ''
      const observation = observations[calls.length]?.text ?? ''
      calls.push({ prompt: sent as string, state, observation, answer })
      const text = `\`\`\`json\n${JSON.stringify({ state_patch: {}, action: answer.trim() === '' ? NO_WORDS : answer })}\n\`\`\``
      return { text, finishReason: 'stop', usage: {}, model: 'recorded' }
    },
  }
  const observations = observationsOf(view)
  const input = { skill: skillOf(fields, view.prompt), environment: replaying(observations), model, seed: 0 }
  for await (const step of runSkill(input, { patch: { capture: capture(fields) }, reply: { attempts: 1 } }))
    state = step.state?.toJSON() ?? {}
  return calls
}

/** The action of a recorded answer without a word: the runtime takes no empty command. */
const NO_WORDS = '(no words)'

/** What each call saw first, and what came after the last one. */
function observationsOf(view: View): readonly Observation[] {
  const evidence = evidenceIn(view)
  const ranges = view.calls.map(({ start, index }) => [start, index] as const)
  const end = (view.calls.at(-1)?.index ?? -1) + 1
  return [...ranges, [end, view.messages.length] as const].map(([from, to], at) => ({
    text: view.messages
      .slice(from, to)
      .map((message) => `${message.role}: ${textOf(message)}`)
      .join('\n'),
    done: at === ranges.length,
    evidence: evidence.flatMap((each) => (each.index >= from && each.index < to ? [each.evidence] : [])),
  }))
}

function replaying(observations: readonly Observation[]): Environment {
  let at = 0
  const next = async (): Promise<Observation> => observations[at++] as Observation
  return { reset: next, step: next, outcome: async () => ({ reward: 0 }), close: async () => {} }
}

/** A skill with room for whatever the rules take: a recorded episode has an end. */
function skillOf(fields: readonly Field[], instructions: string): Skill {
  const texts: JsonObject = { type: 'array', items: { type: 'string' } }
  const properties = fields.map((field): [string, JsonObject] => {
    const group = field.key === undefined ? texts : { type: 'object', additionalProperties: texts }
    return [field.name, isGrouped(field) ? { type: 'array', items: group } : group]
  })
  const schema = { type: 'object', properties: Object.fromEntries(properties) }
  return { name: 'recorded', instructions, schema, initialState: {} }
}
