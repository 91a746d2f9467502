import { type DynamicStructuredTool, tool } from '@langchain/core/tools'
import type { AnyTool } from '@skill-state/agent'
import { outsideTool } from '@skill-state/agent/embedded'
import { invalidOption } from '@skill-state/protocol'

/**
 * A tool of `@skill-state/agent`, such as an agent by `asTool`, as a tool of LangChain. Throws `invalid-option` for a tool with
 * `approve`: LangChain asks for approvals by a middleware.
 */
export function toTool(name: string, ours: AnyTool): DynamicStructuredTool {
  const { description, parameters, call } = outsideTool(name, ours)
  if (ours.approve !== undefined) {
    const message = `tools.${name}.approve: LangChain does not ask it: leave it out, and name the tool in humanInTheLoopMiddleware`
    throw invalidOption(message)
  }
  return tool((input: unknown, { signal }: { signal?: AbortSignal } = {}) => call(input, signal), {
    name,
    description,
    schema: parameters,
  }) as unknown as DynamicStructuredTool
}
