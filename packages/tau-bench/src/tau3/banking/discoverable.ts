import { isTruthy } from '../../python/compare.ts'
import { contains, iterate, toKey } from '../../python/containers.ts'
import { bind, typeError } from '../../python/signature.ts'
import { dumps } from '../../python/text/dumps.ts'
import { dumpsIndented, f } from '../../python/text/format.ts'
import { parsePythonJson } from '../../python/text/parse-json.ts'
import type { PythonDict, PythonValue } from '../../python/value.ts'
import { PythonError, typeName } from '../../python/value.ts'
import { type Bank, type BankTool, idOf, Refusal, refusal, refuse, tool } from '../bank/bank.ts'
import { findRowsBy } from '../bank/find.ts'
import type { DiscoverableTool } from '../data/tool-data.ts'
import { discoverableTools, type Side } from '../tools/index.ts'

export type Catalog = ReadonlyMap<string, DiscoverableTool>

const classes: Readonly<Record<Side, string>> = { assistant: 'KnowledgeTools', user: 'KnowledgeUserTools' }

/** Runs a tool; a refusal is its answer. */
export function runTool(bank: Bank, tool: BankTool, side: Side, kwargs: PythonDict): string {
  const args = bind(`${tool.owner ?? classes[side]}.${tool.name}`, tool, kwargs, 'self')
  try {
    return tool.run(bank, args)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export function discoveryTools(catalog: Catalog): Readonly<Record<Side, readonly BankTool[]>> {
  return {
    assistant: [give(catalog), unlock(catalog), callAgentTool(catalog), listAgentTools],
    user: [callUserTool, listUserTools],
  }
}

function give(catalog: Catalog): BankTool {
  return tool(
    'give_discoverable_user_tool',
    'discoverable_tool_name arguments',
    (bank, { discoverable_tool_name: name, arguments: source }) => {
      if (typeof name !== 'string') throw typeError(`attribute name must be string, not '${typeName(name)}'`)
      const given = discoverableTools.user.get(name) ?? refuse(`Error: Unknown discoverable tool '${name}'.`)
      const args = readArguments(source, false)
      requireParameters(args, ['self', ...given.parameters])
      const key = idOf(`user_discoverable_tool:${name}`)
      bank.add('user_discoverable_tools', key, { tool_name: name, status: 'GIVEN' })
      return `Tool given to user: ${name}
Description: ${infoOf(catalog, name).description}
Arguments: ${isTruthy(args) ? dumpsIndented(args, dumps) : '(no arguments)'}

The user can now execute this action by calling \`call_discoverable_user_tool\` with discoverable_tool_name='${name}' and the same arguments.`
    },
    { arguments: '{}' },
  )
}

function unlock(catalog: Catalog): BankTool {
  return tool('unlock_discoverable_agent_tool', 'agent_tool_name', (bank, { agent_tool_name }) => {
    const { name } = requireAgentTool(agent_tool_name)
    bank.unlocked.add(name)
    const { description, parameters } = infoOf(catalog, name)
    const lines = Object.entries(parameters).map(
      ([key, { type, required, description: text }]) =>
        `  - ${key}: ${type} (${required ? 'required' : 'optional'}) - ${text}`,
    )
    return `Tool unlocked: ${name}
Description: ${description}

Tool: ${name}
Description: ${description}
Parameters:
${lines.length === 0 ? '  (no parameters)' : lines.join('\n')}

You can now use this tool by calling \`call_discoverable_agent_tool\` with agent_tool_name='${name}' and the required arguments.`
  })
}

function callAgentTool(catalog: Catalog): BankTool {
  return tool(
    'call_discoverable_agent_tool',
    'agent_tool_name arguments',
    (bank, { agent_tool_name, arguments: source }) => {
      const called = requireAgentTool(agent_tool_name)
      const { name } = called
      if (!bank.unlocked.has(name))
        throw refusal`Error: Tool '${name}' has not been unlocked. You must first use \`unlock_discoverable_agent_tool\` to unlock this tool before calling it.`
      const args = readArguments(source, true)
      const result = runUnpacked(bank, called, 'assistant', args, 'Error: Invalid arguments')
      if (catalog.get(name)?.mutates_state === true || bank.loggedReads.has(name)) {
        const key = idOf(`agent_discoverable_tool:${name}`)
        bank.add('agent_discoverable_tools', key, { tool_name: name, status: 'CALLED' })
      }
      return result
    },
    { arguments: '{}' },
  )
}

const callUserTool = tool(
  'call_discoverable_user_tool',
  'discoverable_tool_name arguments',
  (bank, { discoverable_tool_name: name, arguments: source }) => {
    const called = discoverableTools.user.get(toKey(name) ?? '')
    if (called === undefined) throw refusal`Error: Unknown discoverable tool '${name}'.`
    const args = readArguments(source, true)
    const missing = called.parameters.find((parameter) => !contains(args, parameter))
    if (missing !== undefined) throw refusal`Error: Missing required parameter: ${missing}`
    requireParameters(args, called.parameters)
    return runUnpacked(bank, called, 'user', args, `Error: Invalid arguments for tool '${called.name}'`)
  },
  { arguments: '{}' },
)

// The official tools look for a text that says that nothing was found, which no look-up says.
const listAgentTools = tool(
  'list_discoverable_agent_tools',
  '',
  (bank) => `Your called agent tools:\n${findRowsBy(bank, 'agent_discoverable_tools', '{}')}`,
)
const listUserTools = tool(
  'list_discoverable_user_tools',
  '',
  (bank) => `Tools given to you by the agent:\n${findRowsBy(bank, 'user_discoverable_tools', '{}')}`,
)

function requireAgentTool(name: PythonValue): BankTool {
  const found = discoverableTools.assistant.get(toKey(name) ?? '')
  return found ?? refuse(f`Error: Unknown agent tool '${name}'. This tool is not available.`)
}

function requireParameters(args: PythonValue, parameters: readonly string[]): void {
  for (const key of iterate(args))
    if (!parameters.includes(toKey(key) ?? '')) throw refusal`Error: Unexpected parameter: ${key}`
}

function infoOf(catalog: Catalog, name: string): DiscoverableTool['info'] {
  return catalog.get(name)?.info ?? { description: '', parameters: {} }
}

/** Reads arguments given as JSON text. What is not a text raises; what is not JSON is refused. */
function readArguments(source: PythonValue, intsAsFloats: boolean): PythonValue {
  if (typeof source !== 'string')
    throw typeError(`the JSON object must be str, bytes or bytearray, not ${typeName(source)}`)
  try {
    return parsePythonJson(source, { intsAsFloats })
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(`Error: Invalid JSON in arguments: ${error.message}`)
    throw error
  }
}

/** Calls with `**args`. The official wrappers answer a `TypeError` in these words, and let other exceptions escape. */
function runUnpacked(bank: Bank, called: BankTool, side: Side, args: PythonValue, words: string): string {
  try {
    if (args instanceof Map) return runTool(bank, called, side, args)
    const path = `tau2.domains.banking_knowledge.tools.${classes[side]}.${called.name}`
    throw typeError(`${path}() argument after ** must be a mapping, not ${typeName(args)}`)
  } catch (error) {
    if (error instanceof PythonError && error.type === 'TypeError')
      return refuse(`${words}: ${error.message}`)
    throw error
  }
}
