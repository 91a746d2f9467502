import { invalidOption, type JsonObject } from '@skill-state/protocol'
import type { ToolAction } from './actions.ts'
import { OUTPUT, OWN_ACTIONS } from './own-actions.ts'
import { type AnySchema, isStandard, jsonSchemaOf } from './schema.ts'
import type { AnyTool } from './tool.ts'

/** Tools as the model is told of them. Throws `invalid-option`, in one line, for a tool that cannot be used. */
export function toolActions(
  tools: Readonly<Record<string, AnyTool>>,
  output?: AnySchema,
): readonly ToolAction[] {
  const actions = Object.entries(tools).map(([name, tool]) => describe(name, tool))
  if (output === undefined) return actions
  if (Object.hasOwn(tools, OUTPUT))
    throw invalidOption(`tools.${OUTPUT}: with an output this name is taken: choose another one`)
  const parameters = jsonSchemaOf(output, OUTPUT)
  if (parameters.type !== 'object') throw invalidOption(`${OUTPUT}: expected the schema of an object`)
  const description = 'Gives the result of your work on the message, and ends your turn.'
  return [...actions, { name: OUTPUT, description, parameters, keepLimits: !isStandard(output) }]
}

function describe(name: string, { description, input, execute, checksInput }: AnyTool): ToolAction {
  if (OWN_ACTIONS.includes(name)) throw invalidOption(`tools.${name}: this name is taken: choose another one`)
  if (typeof description !== 'string' || description.trim() === '') {
    throw invalidOption(
      `tools.${name}: it has no description: say what it does, so that the model can choose it`,
    )
  }
  if (execute !== undefined && typeof execute !== 'function')
    throw invalidOption(`tools.${name}: execute is not a function`)
  if (input === null || !['object', 'function'].includes(typeof input))
    throw invalidOption(`tools.${name}.input: there is none: give the schema of an object`)
  const parameters: JsonObject = jsonSchemaOf(input, `tools.${name}.input`)
  if (parameters.type !== 'object')
    throw invalidOption(`tools.${name}.input: expected the schema of an object`)
  return { name, description, parameters, keepLimits: !isStandard(input) && checksInput !== true }
}
