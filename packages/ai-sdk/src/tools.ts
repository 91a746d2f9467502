import { type AnyTool, type Tool, ToolFailure } from '@skill-state/agent'
import { outsideTool } from '@skill-state/agent/embedded'
import { invalidOption, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { type Tool as AiTool, asSchema, jsonSchema, type ToolSet, tool } from 'ai'

/** Tools of the AI SDK as tools of `agent`. A tool without `execute` stays one that the program around the session executes. */
export async function fromTools(tools: ToolSet): Promise<Record<string, Tool<JsonObject>>> {
  const entries = Object.entries(tools).map(
    async ([name, theirs]) => [name, await fromTool(name, theirs)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function fromTool(name: string, theirs: ToolSet[string]): Promise<Tool<JsonObject>> {
  const { description, execute, needsApproval = false, toModelOutput } = theirs
  if (theirs.type === 'provider') {
    throw invalidOption(`tools.${name}: it runs at the provider: give a tool with execute`)
  }
  const schema = asSchema(theirs.inputSchema)
  const { $schema: _, ...input } = (await schema.jsonSchema) as JsonObject
  const options = (toolCallId: string, abortSignal?: AbortSignal) => ({
    toolCallId,
    messages: [],
    abortSignal,
    context: undefined,
  })
  const parse = async (given: JsonObject): Promise<unknown> => {
    const parsed = await schema.validate?.(given)
    if (parsed && !parsed.success)
      throw new ToolFailure(`The input of ${name} was rejected: ${parsed.error.message}`)
    return parsed ? parsed.value : given
  }
  const made: Tool<JsonObject> = {
    description: typeof description === 'string' ? description : name,
    input,
    approve:
      typeof needsApproval === 'boolean'
        ? needsApproval
        : async ({ input: given }) => await needsApproval(await parse(given), options('') as never),
  }
  if (execute === undefined) return made
  return {
    ...made,
    async execute(given, { key, signal }): Promise<JsonValue | undefined> {
      const output = await last(execute(await parse(given), options(key, signal) as never))
      if (toModelOutput === undefined) return output as JsonValue | undefined
      const shown = await toModelOutput({ toolCallId: key, input: given, output } as never)
      return ('value' in shown ? shown.value : (shown.reason ?? '')) as JsonValue
    },
  }
}

/** The result, or the last of several. */
async function last(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output
  let result: unknown
  for await (const each of output as AsyncIterable<unknown>) result = each
  return result
}

/** A tool of `@skill-state/agent`, such as an agent by `asTool`, as a tool of the AI SDK. */
export function toTool(name: string, ours: AnyTool): AiTool<unknown, string> {
  const { description, parameters, needsApproval, call } = outsideTool(name, ours)
  return tool({
    description,
    inputSchema: jsonSchema<unknown>(parameters),
    needsApproval,
    execute: (input, { abortSignal }) => call(input, abortSignal),
  })
}
