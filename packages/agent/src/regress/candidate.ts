import { type CompiledSkill, compileSkill, mergeEncoding, runSkill } from '@skill-state/core'
import { type Migrations, type Moment, migrate } from '@skill-state/core/journal'
import {
  type Decision,
  invalidOption,
  type JsonObject,
  type Model,
  SkillStateError,
} from '@skill-state/protocol'
import { ToolWorld } from '@skill-state/tools'
import { askedOf } from '../session/asked.ts'
import { BLUEPRINT, type Blueprint } from '../session/blueprint.ts'

/** An agent that takes the place of the one that was recorded. */
export class Candidate {
  readonly blueprint: Blueprint
  /** The skill, for patches as journals have them. */
  readonly skill: CompiledSkill
  /** What its prompts have beside state and observation. */
  readonly asked: JsonObject
  readonly #schema: { skill: CompiledSkill; schemaVersion: number; migrations: Migrations }

  /** Throws `invalid-option` for something else than an agent. */
  constructor(agent: object) {
    const blueprint = (agent as { readonly [BLUEPRINT]?: Blueprint })[BLUEPRINT]
    if (blueprint === undefined)
      throw invalidOption(
        'the agent is not one of this version of @skill-state/agent: give what agent(…) returns',
      )
    this.blueprint = blueprint
    this.skill = compileSkill(blueprint.skill.skill, { ...blueprint.run.patch, encoding: mergeEncoding })
    this.asked = askedOf(blueprint)
    const { schemaVersion = 1, migrations = {} } = blueprint
    this.#schema = { skill: this.skill, schemaVersion, migrations }
  }

  /** The moment, brought to the agent's schema, or why it cannot be. */
  migrated(moment: Moment): Moment | string {
    try {
      return migrate(moment, this.#schema)
    } catch (error) {
      if (error instanceof SkillStateError) return error.message.replace('the journal cannot be opened, ', '')
      throw error
    }
  }

  /** What a model decides at a moment. Nothing is executed. Throws what the model throws, and `invalid-reply` or `invalid-patch`. */
  async decide(
    { state, index, observation, since }: Moment,
    { model, context }: { readonly model: Model; readonly context: unknown },
  ): Promise<Decision> {
    const { skill, run } = this.blueprint
    const nothing = async (): Promise<void> => {}
    const position = { state, index, observation, since }
    const journal = {
      id: 'regress',
      position,
      started: nothing,
      decided: nothing,
      called: nothing,
      answered: nothing,
      waiting: nothing,
      approved: nothing,
      resumed: nothing,
      received: nothing,
    }
    const world = new ToolWorld(this.blueprint.world)
    const environment = {
      actionSchema: world.actionSchema,
      tools: world.tools,
      several: world.several,
      reset: async () => ({ text: '', done: true }),
      step: async () => ({ text: '', done: true }),
    }
    const steps = runSkill({ skill: skill.skill, environment, model }, { ...run, journal, context })
    const { value } = await steps.next()
    if (value === undefined) throw new SkillStateError('invalid-reply', 'the model made no decision')
    return value
  }
}
