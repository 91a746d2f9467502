import { type FunctionTool, tool } from '@openai/agents'
import type { AnyTool } from '@skill-state/agent'
import { outsideTool } from '@skill-state/agent/embedded'

/** A tool of `@skill-state/agent`, such as an agent by `asTool`, as a tool of the OpenAI Agents SDK. */
export function toTool(name: string, ours: AnyTool): FunctionTool {
  const { description, parameters, needsApproval, call } = outsideTool(name, ours)
  return tool({
    name,
    description,
    parameters: parameters as never,
    strict: false,
    needsApproval: (_context, input) => needsApproval(input),
    execute: (input: unknown, _context, details) => call(input, details?.signal),
  }) as FunctionTool
}
