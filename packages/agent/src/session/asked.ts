import type { CompiledSkill, RunSkillOptions } from '@skill-state/core'
import type { JournalDecision, JournalStore } from '@skill-state/core/journal'
import type { JsonObject } from '@skill-state/protocol'

/** Records in which an earlier note is looked for. */
const NOTED_WITHIN = 200

/** The part of an agent that its prompts depend on. */
interface Asking {
  readonly skill: CompiledSkill
  readonly run: Pick<RunSkillOptions, 'reply' | 'observation'>
}

/** What the prompts of a session have beside state and observation: for the journal, so that they can be built again. */
export class Asked {
  readonly #store: JournalStore
  readonly #now: JsonObject
  #isNoted = false

  constructor({ skill, run }: Asking, store: JournalStore) {
    const { answer = 'block', prompt = 'text' } = run.reply ?? {}
    const { form: observation = 'literal' } = run.observation ?? {}
    const encoding = { form: skill.options.encoding.form }
    const { instructions } = skill.skill
    this.#now = { instructions, form: { answer, prompt, observation, action: 'json', encoding } }
    this.#store = store
  }

  /** What the next decision has to note; undefined if the journal says it already. */
  news(): JsonObject | undefined {
    if (this.#isNoted) return undefined
    this.#isNoted = true
    return lastNote(this.#store) === JSON.stringify(this.#now) ? undefined : this.#now
  }
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
