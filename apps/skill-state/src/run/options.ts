import { invalidOption } from '@skill-state/protocol'
/** Options of the command line, as typed. */
export interface SkillFlags {
  /** Commands or addresses of MCP servers. */
  readonly mcp: readonly string[]
  /** A `.mcp.json`. */
  readonly mcpConfig?: string
  readonly tools?: string
  readonly task?: string
  /** Lets the skill execute commands in a sandbox. */
  readonly shell?: boolean
  /** The working folder of the shell. */
  readonly write?: string
  readonly network?: boolean
  /** Tools whose calls a person approves. */
  readonly approve?: string
  readonly pin?: string
  readonly hash?: string
  readonly maxResultChars?: string
  readonly timeout?: string
}

export interface RunFlags extends SkillFlags {
  readonly model?: string
  readonly baseUrl?: string
  readonly maxOutputTokens?: string
  /** A JSON file with what is known better than in the table of capabilities. */
  readonly modelInfo?: string
  readonly journal?: string
  readonly maxSteps?: string
  readonly maxTokens?: string
  readonly maxCost?: string
  readonly onUnknown: string
  readonly acceptChanges?: boolean
  readonly dryRun?: boolean
  /** Events as lines of JSON instead of a text. */
  readonly json?: boolean
}

export interface ServeFlags
  extends Omit<SkillFlags, 'mcp' | 'task' | 'pin'>,
    Pick<
      RunFlags,
      'model' | 'baseUrl' | 'maxOutputTokens' | 'modelInfo' | 'maxSteps' | 'maxTokens' | 'maxCost'
    > {
  /** Commands or addresses of MCP servers whose tools the skill uses. */
  readonly server: readonly string[]
  /** Folder of the sessions. */
  readonly sessions: string
}

/** Reads a positive whole number, if it is given, or says which option is wrong. */
export function optionalInteger(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw invalidOption(`${option}: "${text}" is not a whole number of at least 1`)
}

/** Reads a number from 0, if it is given, or says which option is wrong. */
export function optionalNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(value)) return value
  throw invalidOption(`${option}: "${text}" is not a number of at least 0`)
}

/** The names of a list such as `a,b`. */
export function namesOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((name) => name.trim())
}

/** Reads one of the given words, or says which there are. */
export function choice<const T extends string>(option: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw invalidOption(`${option}: "${text}" is not one of ${words.join(', ')}`)
}
