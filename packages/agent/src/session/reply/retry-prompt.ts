import {
  fold,
  type Issue,
  isJsonObject,
  type JsonObject,
  type Prompt,
  type Rejection,
} from '@skill-state/protocol'
import { typeText } from './type-text.ts'

/** What a rejection can be about. */
export interface Rules {
  readonly state: JsonObject
  /** Schema of the actions, as a map; see `actionJudge`. */
  readonly actions: JsonObject
}

const MOST_REPLY = 600
const MOST_REASON = 300
const MOST_REASONS = 6
const MOST_RULE = 1_500
const MOST_RULES = 2

/** Most UTF-16 units that `retryPrompt` adds. */
export const MAX_RETRY_CHARS: number =
  500 + MOST_REPLY + MOST_REASONS * (MOST_REASON + 20) + MOST_RULES * (MOST_RULE + 220)

/** The prompt once more, with the rejected reply, why it was rejected, and the whole of each rule that it broke. */
export function retryPrompt(prompt: Prompt, { issues }: Rejection, reply: string, rules: Rules): Prompt {
  const reasons = issues.slice(0, MOST_REASONS).map(({ path, message }) => {
    return `- ${fold(path === '' ? message : `${path}: ${message}`, MOST_REASON)}`
  })
  const broken = rulesOf(issues, rules)
  const more = [
    '',
    '',
    'Your last reply was refused and nothing was executed. It was:',
    `> ${reply.trim() === '' ? '(empty)' : fold(reply.trim(), MOST_REPLY)}`,
    'Reasons:',
    ...reasons,
    ...(broken.length > 0 ? ['What is expected:', ...broken] : []),
    'Give your whole reply again, in the format asked for above, with these points corrected.',
  ].join('\n')
  if (typeof prompt === 'string') return prompt + more
  return prompt.map((message, index) =>
    index === prompt.length - 1 ? { ...message, text: message.text + more } : message,
  )
}

function rulesOf(issues: readonly Issue[], rules: Rules): readonly string[] {
  const found = new Map<string, string>()
  for (const { path } of issues) {
    const [place, type] = path.startsWith('/action/') ? inputRule(path, rules) : stateRule(path, rules)
    if (type !== undefined) found.set(place, type)
  }
  return [...found].slice(0, MOST_RULES).map(([place, type]) => `- ${fold(`${place}: ${type}`, MOST_RULE)}`)
}

/** The whole input of the action. */
function inputRule(path: string, { actions }: Rules): readonly [string, string | undefined] {
  const [, , step = ''] = path.split('/')
  return [`/action/${step}`.slice(0, 200), typeText(actions, `/${step}`)]
}

/** The field at the top of the state: a rule is often about its neighbours too. */
function stateRule(path: string, { state }: Rules): readonly [string, string | undefined] {
  const [, step] = path.split('/')
  if (step === undefined || !isJsonObject(state.properties)) return ['', undefined]
  return [`/${step}`.slice(0, 200), typeText(state, `/${step}`)]
}
