import { createTool, type Tool } from '@mastra/core/tools'
import type { AnyTool } from '@skill-state/agent'
import { outsideTool } from '@skill-state/agent/embedded'

/** A tool of `@skill-state/agent`, such as an agent by `asTool`, as a tool of Mastra. */
export function toTool(name: string, ours: AnyTool): Tool {
  const { description, parameters, needsApproval, call } = outsideTool(name, ours)
  return createTool({
    id: name,
    description,
    inputSchema: parameters as never,
    requireApproval: needsApproval,
    execute: (input: unknown, { abortSignal }) => call(input, abortSignal),
  }) as unknown as Tool
}
