import { FINISH, READ } from './_own-actions.ts'
import type { McpTool } from './connect-mcp.ts'

/** Most characters of a tool's description and of its schema that P shows. */
const MAX_TEXT = 2_000

/** For P: which actions there are, what each does, and how its arguments are written. */
export function toolInstructions(tools: readonly McpTool[]): string {
  return `## Actions

An action is a JSON object with one key: the name of the action. Its value is the arguments, as the JSON Schema says.

${[...tools.map(describe), ...OWN].join('\n\n')}`
}

const OWN = [
  `### ${READ}
A result that is too long is shown in part and kept under a handle such as "result-3". This action shows the part that begins at a character: {"${READ}": {"handle": "result-3", "from": 4000}}. Write a handle into the state if you will need it later.`,
  `### ${FINISH}
Ends the task, when it is done or cannot be done. The value is the answer, as text: {"${FINISH}": "<answer>"}.`,
]

function describe({ action, description, parameters }: McpTool): string {
  const text = short(description.trim())
  return `### ${action}\n${text === '' ? '' : `${text}\n`}Arguments: ${short(JSON.stringify(parameters))}`
}

function short(text: string): string {
  const whole = text.toWellFormed()
  return whole.length <= MAX_TEXT ? whole : `${whole.slice(0, MAX_TEXT).toWellFormed()} …`
}
