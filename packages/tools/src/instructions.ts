import type { ToolAction } from './actions.ts'
import { type OwnActionOptions, ownActions, REPLY } from './own-actions.ts'

/** Most UTF-16 units of a tool's description and of its schema that P shows. */
const MAX_TEXT = 2_000

/**
 * For P: which actions there are, what each does, and how its input is written.
 *
 * @example
 * ```ts
 * import { ToolWorld, toolInstructions } from '@skill-state/tools'
 *
 * const tools = { now: { description: 'Tells the time.', input: { type: 'object' }, execute: () => '12:00' } }
 * console.log(toolInstructions(new ToolWorld({ tools }).actions).includes('Tells the time.')) // true
 * ```
 */
export function toolInstructions(
  tools: readonly ToolAction[],
  options: OwnActionOptions & {
    /** Most calls of a list. Default 1: P says nothing of lists. */
    readonly maxCalls?: number | undefined
  } = {},
): string {
  const { conversation, maxCalls = 1 } = options
  const beside = `A call may carry a short reply to the user: {"<tool>": {…}, "${REPLY}": "<text>"}.`
  return [
    '## Actions',
    `An action is a JSON object with one key: the name of the action. Its value is the input, as the JSON Schema says.${conversation === 'with-tools' ? ` ${beside}` : ''}`,
    ...(maxCalls > 1 && tools.length > 0
      ? [
          `Calls that do not depend on each other's results are best made in one step, at most ${maxCalls}: {"calls": [{"<tool>": {…}}, …]}.`,
        ]
      : []),
    ...tools.map(describe),
    ...ownActions(options).map(
      ({ name, about, example, more }) => `### ${name}\n${about}: ${example}.${more}`,
    ),
  ].join('\n\n')
}

function describe({ name, description, parameters }: ToolAction): string {
  const text = short(description.trim())
  return `### ${name}\n${text === '' ? '' : `${text}\n`}Input: ${short(JSON.stringify(parameters))}`
}

function short(text: string): string {
  const whole = text.toWellFormed()
  return whole.length <= MAX_TEXT ? whole : `${whole.slice(0, MAX_TEXT).toWellFormed()} …`
}
