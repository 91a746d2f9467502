import { type CompiledSkill, type RunSkillOptions, replyRequest } from '@skill-state/core'
import { chainOf, type JournalDecision, type JournalStore } from '@skill-state/core/journal'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { ToolWorld, type ToolWorldOptions } from '@skill-state/tools'
import type { SessionPlace } from '../stores.ts'

/** Records in which an earlier note is looked for. */
const NOTED_WITHIN = 200

/** The part of an agent that its prompts depend on. */
interface Asking {
  readonly skill: CompiledSkill
  readonly run: Pick<RunSkillOptions, 'reply' | 'observation'>
  readonly world: ToolWorldOptions
  readonly described: { readonly schema: number; readonly tools: number }
}

/** Notes by the skill: all sessions of an agent have the same. */
const notes = new WeakMap<CompiledSkill, JsonObject>()

/**
 * What the prompts of a session have beside state and observation, for the journal: so that they can be built again. `beside` is
 * what is sent with them, `initial` stands for the Σ_0 that sessions have by default.
 */
export function askedOf({ skill, run, world, described }: Asking): JsonObject {
  const known = notes.get(skill)
  if (known) return known
  const { answer = 'block', prompt = 'text' } = run.reply ?? {}
  const { form: observation = 'literal' } = run.observation ?? {}
  const encoding = { form: skill.options.encoding.form }
  const { request } = replyRequest(skill, new ToolWorld(world), { ...run.reply, observation })
  const { answerSchema, tools } = request
  const note: unknown = JSON.parse(
    JSON.stringify({
      instructions: skill.skill.instructions,
      stages: skill.skill.stages,
      form: { answer, prompt, observation, action: 'json', encoding },
      beside: { answerSchema, tools },
      described,
      layout: run.reply?.layout?.name,
      maxResultChars: world.maxResultChars,
      initial: chainOf('', skill.initialState.text),
    }),
  )
  const made = isJsonObject(note) ? note : {}
  notes.set(skill, made)
  return made
}

/** What the next decision has to note of how the model is asked; undefined once the journal says it. */
export function asking(
  agent: Asking,
  { journal, host }: Pick<SessionPlace, 'journal' | 'host'>,
): () => JsonObject | undefined {
  let isNoted = false
  return () => {
    if (isNoted) return undefined
    isNoted = true
    const now = askedOf(agent)
    const isKnown = host?.asked === hashOf(now) || lastNote(journal) === JSON.stringify(now)
    return isKnown ? undefined : now
  }
}

export function hashOf(note: JsonObject): string {
  return chainOf('', JSON.stringify(note))
}

function lastNote(store: JournalStore): string | undefined {
  let left = NOTED_WITHIN
  for (const { body } of store.backward()) {
    if (left === 0) return undefined
    left -= 1
    if (!body.startsWith('{"decided":')) continue
    const { asked } = JSON.parse(body) as JournalDecision
    if (asked) return JSON.stringify(asked)
  }
  return undefined
}
