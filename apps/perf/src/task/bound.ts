import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { InventoryText } from './inventory-text.ts'
import type { Write } from './line-file.ts'
import { type Mix, type StepTask, schemaOf } from './task.ts'

interface Block {
  readonly state_patch: { readonly inventory?: Readonly<Record<string, string | null>> }
  readonly action: string
}

/** Compiled once, outside the timed loop. */
const compiled = (mix: Mix): ValidateFunction => new Ajv2020().compile(schemaOf(mix, ['string', 'null']))
const patchChecks: Readonly<Record<Mix, ValidateFunction>> = {
  replace: compiled('replace'),
  mixed: compiled('mixed'),
}

/**
 * The lower bound of a step: the same task as a loop written by hand for this one state, with no retry, no
 * merge rules, no snapshots, and trust in the shape of the reply. `answers`: what the environment answered is written too,
 * as a journal needs it to know which actions were executed.
 */
export async function runBound(
  task: StepTask,
  horizon: number,
  write: Write,
  answers = false,
): Promise<{ readonly state: string }> {
  const isPatch = patchChecks[task.mix]
  const environment = task.environment(horizon)
  const model = task.model()
  const inventory = new InventoryText(task.skill.initialState.inventory as Record<string, string>)
  const head = `Instructions:\n${task.skill.instructions}\n\nSkill Execution State:\n{"inventory":`
  let observation = await environment.reset({ seed: 1 })
  for (let index = 0; !observation.done; index += 1) {
    const prompt = `${head}${inventory.read()}}\nLatest Observation: ${observation.text}${FORMAT}`
    const { text } = await model.generate({ prompt })
    const { state_patch, action } = readBlock(text)
    if (!isPatch(state_patch)) throw new Error(`step ${index}: the patch does not pass`)
    inventory.merge(state_patch.inventory ?? {})
    write(JSON.stringify({ index, patch: state_patch, action }))
    observation = await environment.step(action)
    if (answers) write(JSON.stringify({ index, text: observation.text }))
  }
  return { state: `{"inventory":${inventory.read()}}` }
}

function readBlock(text: string): Block {
  return JSON.parse(text.slice(text.indexOf('{"state_patch"'), text.lastIndexOf('}') + 1)) as Block
}

const FORMAT = `

Provide your response with:

1. Step-by-step reasoning (will be discarded after execution)
2. A JSON block fenced with json ...  containing both your State Patch and your Action. The JSON block MUST have exactly these two keys: { "state_patch": { <dict: your state updates, set keys to null to delete> }, "action": "<string: the exact command you want to execute>" }`
