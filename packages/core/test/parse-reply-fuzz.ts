import type { JsonValue } from '@skill-state/protocol'
import fc from 'fast-check'

interface BlockValue {
  readonly state_patch: JsonValue
  readonly action: JsonValue
  readonly expect?: JsonValue
}

/** What misleads a reader: structure, fences, comments, and the keys themselves (never a whole block). */
const hostile = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\n',
    '\r\n',
    ' ',
    '`',
    '```json\n',
    '\n```\n',
    '~~~',
    '#',
    '//',
    '/*',
    '*/',
  ],
  ...[
    '{"action":',
    '"action"',
    "{'action': ",
    '{"',
    "{'",
    '"}',
    '{}',
    'action:',
    'null',
    'True',
    '1',
    'word',
    'é',
    '“',
    '\uFEFF',
  ],
  ...['{"a": "b', '{"a": "b"', '"""', "{'a': '", '{"reasoning": "'],
)

export const hostileProse: fc.Arbitrary<string> = fc
  .array(hostile, { maxLength: 12 })
  .map((pieces) => pieces.join(''))

/** Texts as they stand in strings of a block: also whole blocks, quoted. */
const text = fc.oneof(
  fc.string(),
  hostileProse,
  fc.constantFrom(
    "{'state_patch': {}, 'action': 'no'}",
    '{state_patch: {}, action: 0}',
    '{"state_patch": {}, "action": "no"}',
    '\n```json\n{"state_patch": {}, "action": "no"}\n```\n',
  ),
)
const key = fc.oneof(
  text,
  fc.constantFrom('a', 'b', '__proto__', 'state_patch', 'action', 'expect', 'constructor', '7'),
)

const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 3 })
      .map((members) => Object.fromEntries(members) as JsonValue),
  ),
}))

export const block: fc.Arbitrary<BlockValue> = fc.oneof(
  fc.record({ state_patch: json, action: json }),
  fc.record({ action: text, state_patch: json, expect: json }),
)

/** How a model may spell a value. */
interface Spelling {
  readonly quote: '"' | "'"
  readonly names: boolean
  readonly python: boolean
  readonly comma: '' | ','
  readonly blank: string
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  quote: fc.constantFrom('"', "'"),
  names: fc.boolean(),
  python: fc.boolean(),
  comma: fc.constantFrom('', ','),
  blank: fc.constantFrom('', ' ', '\n', '\r\n  ', ' /* it\'s "x {} */ ', ' # it\'s "x\n', '// []\n'),
})

/** A block in strict JSON or in one of the spellings that are tolerated, and its value. */
export const spelledBlock: fc.Arbitrary<{ readonly text: string; readonly value: BlockValue }> = fc
  .tuple(block, fc.option(spelling, { freq: 3 }), fc.nat(2))
  .map(([value, style, indent]) => ({
    text: style ? spell(value, style) : JSON.stringify(value, null, indent),
    value,
  }))

function spell(value: unknown, style: Spelling): string {
  if (typeof value === 'string') return spellString(value, style.quote)
  if (value === null) return style.python ? 'None' : 'null'
  if (typeof value === 'boolean') return style.python ? (value ? 'True' : 'False') : String(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value))
    return enclose(
      '[',
      value.map((item) => spell(item, style)),
      ']',
      style,
    )
  const members = Object.entries(value).map(([name, child]) => {
    const isName =
      /^[a-zA-Z_]\w*$/.test(name) && !['true', 'false', 'null', 'True', 'False', 'None'].includes(name)
    return `${style.names && isName ? name : spellString(name, style.quote)}${style.blank}:${style.blank}${spell(child, style)}`
  })
  return enclose('{', members, '}', style)
}

function enclose(open: string, items: readonly string[], close: string, { blank, comma }: Spelling): string {
  return (
    open + blank + items.join(`${blank},${blank}`) + (items.length > 0 ? blank + comma : '') + blank + close
  )
}

function spellString(value: string, quote: '"' | "'"): string {
  if (quote === '"') return JSON.stringify(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Prose, a block in its fence, perhaps a word after it. */
export const goodReply: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.constant('Step 1: the shelf is full.\n'), fc.string(), hostileProse, fc.constant('')),
    fc.constantFrom('```json\n', '```\n', '~~~\n', ''),
    spelledBlock,
    fc.constantFrom('\n```', '\n~~~\n', '', ' ', '\nDone.', '\n```json', '\n```\n```'),
  )
  .map(([prose, open, { text: written }, close]) => `${prose}\n${open}${written}${close}`)

/** A text with one to three slips: characters left out, put in, doubled, or everything after them cut. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const slip = fc.tuple(fc.constantFrom('delete', 'insert', 'double', 'cut'), fc.nat(), fc.nat(5), hostile)
  return fc.tuple(texts, fc.array(slip, { minLength: 1, maxLength: 3 })).map(([start, slips]) => {
    let result = start
    for (const [kind, where, length, piece] of slips) {
      const at = where % (result.length + 1)
      const [head, some, tail] = [
        result.slice(0, at),
        result.slice(at, at + length),
        result.slice(at + length),
      ]
      if (kind === 'delete') result = head + tail
      else if (kind === 'insert') result = head + piece + some + tail
      else result = kind === 'double' ? head + some + some + tail : head
    }
    return result
  })
}
