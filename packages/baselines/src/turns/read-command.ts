import { actionReader, actionSourceOf, type Reading } from '@skill-state/core'
import { type Environment, parseJson } from '@skill-state/protocol'

/** The label, bold or not, then the command: `Action: x`, `**Action:** x`, `**Action: x**`. */
const LINE = /^\s*(\*\*)?Action(\*\*)?:(\*\*)?(.*)$/

/**
 * Reads the last line `Action: <cmd>`, with or without backticks; the text before is the reasoning. With an `actionSchema` the command is
 * JSON on that one line.
 */
export function commandReader(environment: Pick<Environment, 'actionSchema'>): (reply: string) => Reading {
  const readAction = actionReader(environment)
  const interpret = environment.actionSchema === undefined ? (command: string): unknown => command : parse
  return (reply) => {
    const lines = reply.split(/\r\n|\r|\n/)
    const at = lines.findLastIndex((line) => LINE.test(line))
    const command = commandOf(lines[at] ?? '')
    if (command === undefined) return unreadable(reply)
    const reasoning = lines.slice(0, at).join('\n').trim()
    const action = readAction(interpret(command))
    if (!action.ok) return { ok: false, mistake: 'action', reasoning, issues: action.issues }
    const actionSource = actionSourceOf(command, action.value)
    return { ok: true, value: { reasoning, action: action.value, actionSource } }
  }
}

function commandOf(line: string): string | undefined {
  const match = LINE.exec(line)
  if (!match) return undefined
  const [, boldBefore, boldLabel, boldColon, rest = ''] = match
  const command = rest.trim()
  const isBold = boldBefore !== undefined && boldLabel === undefined && boldColon === undefined
  return withoutBackticks(isBold && command.endsWith('**') ? command.slice(0, -2).trim() : command)
}

function withoutBackticks(command: string): string {
  return /^`[^`]*`$/.test(command) ? command.slice(1, -1).trim() : command
}

function parse(command: string): unknown {
  const value = parseJson(command)
  return value === undefined ? command : value
}

function unreadable(reply: string): Reading {
  const found = reply.trim() === '' ? 'an empty reply' : 'no such line'
  const message = `expected a line of the form "Action: <cmd>", found ${found}`
  return { ok: false, mistake: 'syntax', issues: [{ path: '', message }] }
}
