import { invalidOption, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { applyEdits, modify, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Insertion } from './edit.ts'

const BOM = '\uFEFF'

/**
 * What to insert into the settings of a host, JSON that may have comments, so that each group of hooks is the last one of its
 * event. Throws `invalid-option` for a text that does not parse, or in which a place for them is there twice or of another type.
 */
export function insertGroups(
  { file, text = '' }: { readonly file: string; readonly text: string | undefined },
  groups: Readonly<Record<string, JsonObject>>,
): readonly Insertion[] {
  const shift = text.startsWith(BOM) ? 1 : 0
  const [eol, unit] = [text.includes('\r\n') ? '\r\n' : '\n', /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ']
  const insertions: Insertion[] = []
  let body = text.slice(shift)
  if (body.trim() === '') {
    insertions.push({ at: text.length, text: `{}${eol}` })
    body += `{}${eol}`
  }
  checkSettings(file, body, Object.keys(groups))
  for (const [event, group] of Object.entries(groups)) {
    const [{ offset, content } = { offset: 0, content: '' }] = groupEdits(file, body, event, group)
    const [, comma = '', rest = ''] = /^(,?)(.*)$/s.exec(content) ?? []
    const depth = rest.startsWith('{') ? 3 : rest.startsWith('"hooks": ') ? 1 : 2
    const added = `${comma}${eol}${unit.repeat(depth)}${rest}`
    insertions.push({ at: offset + shift, text: added })
    body = body.slice(0, offset) + added + body.slice(offset)
  }
  return insertions
}

function groupEdits(file: string, body: string, event: string, group: JsonObject): ReturnType<typeof modify> {
  try {
    return modify(body, ['hooks', event, -1], group, { isArrayInsertion: true })
  } catch {
    throw invalidOption(`${file}: "hooks" is no object, or "${event}" no list; correct it, then repeat`)
  }
}

function checkSettings(file: string, body: string, events: readonly string[]): void {
  const errors: ParseError[] = []
  const tree = parseTree(body, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    const line = body.slice(0, error.offset).split('\n').length
    throw invalidOption(
      `${file}:${line}: not JSON (${printParseErrorCode(error.error)}); correct it, then repeat`,
    )
  }
  const named = (tree?.children ?? []).filter(({ children }) => children?.[0]?.value === 'hooks')
  const keys = named
    .flatMap(({ children }) => children?.[1]?.children ?? [])
    .map(({ children }) => children?.[0]?.value)
  const twice =
    named.length > 1 ? 'hooks' : events.find((event) => keys.filter((key) => key === event).length > 1)
  if (twice) throw invalidOption(`${file}: it has "${twice}" twice; leave one of them, then repeat`)
}

/** The text without each group of hooks that runs nothing but the command; an event without groups goes too. */
export function withoutGroups(text: string, command: string): string {
  const isOurs = (group: unknown): boolean =>
    isJsonObject(group) &&
    Array.isArray(group.hooks) &&
    group.hooks.length > 0 &&
    group.hooks.every((handler) => isJsonObject(handler) && handler.command === command)
  const bom = text.startsWith(BOM) ? BOM : ''
  let body = text.slice(bom.length)
  for (;;) {
    const { hooks }: { hooks?: JsonObject } = parse(body) ?? {}
    const found = Object.entries(hooks ?? {}).flatMap(([event, groups]) => {
      const at = Array.isArray(groups) ? groups.findIndex(isOurs) : -1
      return at === -1 ? [] : [(groups as unknown[]).length > 1 ? [event, at] : [event]]
    })
    const [path] = found
    if (path === undefined) return bom + body
    const isLast = path.length === 1 && Object.keys(hooks ?? {}).length === 1
    body = applyEdits(body, modify(body, isLast ? ['hooks'] : ['hooks', ...path], undefined, {}))
  }
}
