import type { AnyTool } from '@skill-state/agent'
import { outsideTool } from '@skill-state/agent/embedded'
import { jsonSchema, type Tool, tool } from 'ai'

/** A tool of `@skill-state/agent`, such as an agent by `asTool`, as a tool of the AI SDK. */
export function toTool(name: string, ours: AnyTool): Tool<unknown, string> {
  const { description, parameters, needsApproval, call } = outsideTool(name, ours)
  return tool({
    description,
    inputSchema: jsonSchema<unknown>(parameters),
    needsApproval,
    execute: (input, { abortSignal }) => call(input, abortSignal),
  })
}
