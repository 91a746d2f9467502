import { randomUUID } from 'node:crypto'
import { actionReader } from '@skill-state/core'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { type AnyTool, ToolWorld } from '@skill-state/tools'

/** One of our tools for the loop of a framework, outside of any session: its state is empty, and each call has a key of its own. */
interface OutsideTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input, an object. */
  readonly parameters: JsonObject
  /** Whether a person must approve the call. False for an input that does not fit. */
  needsApproval(this: void, input: unknown): Promise<boolean>
  /** The result as a text. It says so if the input does not fit or the tool failed. The framework has asked for approval. */
  call(this: void, input: unknown, signal?: AbortSignal): Promise<string>
}

/** Most UTF-16 units of a result. A framework has no way to read the rest. */
const MAX_RESULT = 1_000_000

/** Throws `invalid-option` for a tool that could not be used in an agent either. */
export function outsideTool(name: string, tool: AnyTool): OutsideTool {
  const worldOf = (one: AnyTool): ToolWorld =>
    new ToolWorld({ tools: { [name]: one }, actions: 'map', maxResultChars: MAX_RESULT })
  const { execute: _, ...asked } = tool
  const [world, asking] = [worldOf(tool), worldOf(asked)]
  const read = actionReader(world)
  const ready = Promise.all([world.reset(), asking.reset()])
  const { description = '', parameters = {} } = world.actions[0] ?? {}
  return {
    name,
    description,
    parameters,
    async needsApproval(input) {
      await ready
      const action = { [name]: isJsonObject(input) ? input : {} }
      return read(action).ok && (await asking.step(action)).waiting?.for === 'approval'
    },
    async call(input, signal) {
      await ready
      const action = read({ [name]: input })
      if (!action.ok) {
        const reasons = action.issues.map(({ path, message }) => `${path}: ${message}`)
        return `The input of ${name} was rejected, and nothing was done: ${reasons.join('; ')}`
      }
      return (await world.step(action.value, { key: randomUUID(), approved: true, signal })).text
    },
  }
}
