import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFolder } from '@skill-state/agent-skills'
import { type Guard, runSkill } from '@skill-state/core'
import { limitsOf } from '@skill-state/eval/command-line'
import { type Environment, type JsonObject, type Model, SkillStateError } from '@skill-state/protocol'
import { Meter, metered } from '@skill-state/protocol/meter'
import type { AskedFlags } from '../options.ts'

type Compiled = ReturnType<typeof compileFolder>

const INSTRUCTIONS = `You read the SKILL.md of an agent and write down what its state has to hold: the stages in their order, \
the items to tick off, what the skill is given (inputs) and makes (artefacts), what it chooses from (choices), and its rules.

- A stage names lines of the text: the first line of its heading, or of its item in a list, to the character.
- A rule has the sentence of the text that says it, to the character, and holds in every case: leave out one with a condition.
- Names are short, in lower case, with hyphens. Leave out what the text does not say.

Your state is empty at the beginning. Write all of it in one patch. Your action is {"finish": true}.`

const ATTEMPTS = 5

/**
 * Asks a model for the state section of a skill: one step of Algorithm 1, whose state is the section. It is checked as the
 * section that the text gives, and the model hears the reasons if it is rejected. Throws `limit-reached` before a call
 * that could exceed the limits, and `invalid-patch` if no attempt passes.
 */
export async function proposeSection(
  folder: string,
  found: Compiled,
  model: Model,
  flags: AskedFlags,
): Promise<Compiled> {
  const limits = limitsOf(flags, model)
  const schema = JSON.parse(found.files['state.schema.json'] ?? '{}')
  const read = JSON.stringify(found.section, undefined, 1)
  const instructions = `${INSTRUCTIONS}\n\nJSON Schema of the state:\n\n${JSON.stringify(schema)}\n\nRead without a model, the text gives:\n\n${read}`
  const skill = { name: 'compile', instructions, schema, initialState: {} }
  const compile = (section: JsonObject): Compiled => compileFolder(folder, section)
  const input = {
    skill,
    environment: oneStep(readFileSync(join(folder, 'SKILL.md'), 'utf8')),
    model: metered(model, { spendings: [new Meter(limits)] }),
  }
  const options = { patch: { guards: [compiles(compile)] }, reply: { attempts: ATTEMPTS } }
  for await (const { state } of runSkill(input, options))
    if (state !== undefined) return compile(state.toJSON())
  throw new SkillStateError('invalid-patch', `${folder}: the model proposed no state`)
}

/** Rejects a section that no skill could be compiled with. */
function compiles(compile: (section: JsonObject) => Compiled): Guard {
  return {
    name: 'compiles',
    check({ after }) {
      try {
        compile(after.toJSON())
        return []
      } catch (error) {
        return [{ path: '', message: (error as Error).message }]
      }
    },
  }
}

function oneStep(text: string): Environment {
  return {
    actionSchema: {
      type: 'object',
      properties: { finish: { const: true } },
      required: ['finish'],
      additionalProperties: false,
    },
    reset: async () => ({ text, done: false }),
    step: async () => ({ text: '', done: true }),
    outcome: async () => ({ reward: 1 }),
    close: async () => {},
  }
}
