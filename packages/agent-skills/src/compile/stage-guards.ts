import type { Guard } from '@skill-state/core'
import { type Issue, isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { StateRule } from './rules.ts'
import { FINISH, type StateSection } from './state-section.ts'

/** The rules of a section as guards. `lineOf` tells on which line of SKILL.md a sentence is. */
export function stageGuards(
  section: StateSection,
  lineOf: (text: string) => number | undefined,
): readonly Guard[] {
  const order = Object.keys(section.stages ?? {})
  const counting: Guard = {
    name: 'returns',
    rewrite: (patch, before) => ({ ok: true, value: counted(patch, before.toJSON(), order) }),
  }
  const rules = (section.rules ?? []).map((rule, index): Guard => {
    const line = lineOf(rule.text)
    const says = `SKILL.md${line === undefined ? '' : ` line ${line}`} says: ${JSON.stringify(rule.text)}`
    return {
      name: `rule ${index + 1}: ${rule.kind}`,
      check: ({ before, after, action }) =>
        broken(rule, section, before.toJSON(), after.toJSON(), action).map(({ path, message }) => ({
          path,
          message: `${says}. ${message}`,
        })),
    }
  })
  return order.length === 0 ? rules : [counting, ...rules]
}

/** The patch, with one more return if it leads back to an earlier stage. Only this counts them. */
function counted(patch: JsonObject, before: JsonObject, order: readonly string[]): JsonObject {
  const { returns: _, ...rest } = patch
  const [from, to] = [rankOf(before, order), rankOf(patch, order)]
  if (to === -1 || to >= from) return rest
  const { [order[to] as string]: times = 0 } = isJsonObject(before.returns) ? before.returns : {}
  return { ...rest, returns: { [order[to] as string]: Math.min(Number(times) + 1, MAX_RETURNS) } }
}

export const MAX_RETURNS = 999

function rankOf({ stage }: JsonObject, order: readonly string[]): number {
  return typeof stage === 'string' ? order.indexOf(stage) : -1
}

function broken(
  rule: StateRule,
  section: StateSection,
  before: JsonObject,
  after: JsonObject,
  action: unknown,
): readonly Issue[] {
  if (rule.kind === 'never') {
    if (!textsIn(action as JsonValue).some((text) => hasCommand(text, rule.command))) return []
    return [{ path: '', message: `The action has ${JSON.stringify(rule.command)}: choose another one` }]
  }
  if (rule.kind === 'finish') {
    return isJsonObject(action) && Object.hasOwn(action, 'finish') ? openIn([FINISH], section, after) : []
  }
  const order = Object.keys(section.stages ?? {})
  const to = rankOf(after, order)
  if (to <= rankOf(before, order)) return []
  if (rule.kind !== 'first') return openIn(order.slice(0, to), section, after)
  const governed = rule.of === undefined ? to > order.indexOf(rule.stage) : after.stage === rule.of
  return governed ? openIn([rule.stage], section, after) : []
}

function openIn(stages: readonly string[], { checklist }: StateSection, state: JsonObject): readonly Issue[] {
  return stages.flatMap((stage) => {
    const ticked = isJsonObject(state.checklist) ? state.checklist[stage] : undefined
    const open = (checklist?.[stage] ?? []).filter((item) => {
      const value = isJsonObject(ticked) ? ticked[item] : undefined
      return value === undefined || value === 'open'
    })
    if (open.length === 0) return []
    const message = `Still open: ${open.join(', ')}. Do them, then mark each as "done", or as "skipped: <why>"`
    return [{ path: `/checklist/${stage}`, message }]
  })
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Whether a command is in a text by itself, not as part of a longer word. */
function hasCommand(text: string, command: string): boolean {
  const at = text.indexOf(command)
  const around = [text[at - 1], text[at + command.length]]
  return at !== -1 && around.every((char) => char === undefined || !/[\w/.-]/.test(char))
}
