import { printableLine } from '@skill-state/protocol'
import type { BadAction, MissingFact } from './missing-facts.ts'

/** The bad actions of an episode, in lines for a terminal. */
export function missingLines(actions: readonly BadAction[]): readonly string[] {
  return actions.flatMap((action) => {
    const { call, tool, given, why, answer, facts } = action
    const rejected =
      why === 'rejected'
        ? `, rejected: ${short(answer ?? '')}`
        : ', executed with a value that nothing had given'
    const lines = facts.map((fact) => `    ${factLine(fact, action)}`)
    const none = '    every value in it had been given by a user or a result: no fact was missing'
    return [
      `  step ${call}: ${tool}(${short(JSON.stringify(given))})${rejected}`,
      ...(lines.length === 0 ? [none] : lines),
    ]
  })
}

/** Which fact was missing, when it was last seen, and which field would have held it. */
export function factLine(
  { argument, given, source, lastSeen, field }: MissingFact,
  { call }: Pick<BadAction, 'call'>,
): string {
  const head = `${argument}: ${short(JSON.stringify(given))} was never given`
  if (source === undefined || field === undefined)
    return `${head}, and no call shows where such values come from`
  const held =
    'tool' in field.from
      ? `${field.from.tool} ${field.from.path}`
      : `what the user says, ${field.from.pattern}`
  const rule = `a field "${field.name}" from ${held} would have held it`
  if (lastSeen === undefined)
    return `${head}; such values come from ${source}, which had given none: ask first`
  const { call: seen, values, shown } = lastSeen
  const when =
    seen === call
      ? 'in this observation'
      : `at step ${seen}, ${call - seen} ${call - seen === 1 ? 'step' : 'steps'} before`
  const sight = shown === undefined ? '' : shown ? ', and was still shown' : ', and was no longer shown'
  return `${head}; ${source} last gave ${short(values.join(', '))} ${when}${sight}; ${rule}`
}

function short(text: string): string {
  const line = printableLine(text)
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
