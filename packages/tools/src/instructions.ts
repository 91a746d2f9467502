import { type ActionOptions, FINISH, READ, REPLY, type ToolAction } from './actions.ts'

/** Most UTF-16 units of a tool's description and of its schema that P shows. */
const MAX_TEXT = 2_000

/** For P: which actions there are, what each does, and how its input is written. */
export function toolInstructions(
  tools: readonly ToolAction[],
  { conversation = 'none' }: Pick<ActionOptions, 'conversation'> = {},
): string {
  const beside = `A call may carry a short reply to the user: {"<tool>": {…}, "${REPLY}": "<text>"}.`
  return [
    '## Actions',
    `An action is a JSON object with one key: the name of the action. Its value is the input, as the JSON Schema says.${conversation === 'with-tools' ? ` ${beside}` : ''}`,
    ...tools.map(describe),
    `### ${READ}\nA result that is too long is shown in part and kept under a handle such as "result-3". This action shows the part that begins at a character: {"${READ}": {"handle": "result-3", "from": 4000}}. Write a handle into the state if you will need it later.`,
    ...(conversation === 'none'
      ? [
          `### ${FINISH}\nEnds the task, when it is done or cannot be done. The value is the answer, as text: {"${FINISH}": "<answer>"}.`,
        ]
      : [
          `### ${REPLY}\nAnswers the user and waits for the next message: {"${REPLY}": "<text>"}. You will not see this conversation again: write what you need later into the state first.`,
          `### ${FINISH}\nEnds the whole session, when nothing is left to do: {"${FINISH}": "<last words to the user>"}.`,
        ]),
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
