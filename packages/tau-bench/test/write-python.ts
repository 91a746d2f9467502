import { formatFloat, isList, type ReadonlyValue } from '../src/python/index.ts'

/** A way to write the same Python literal. */
export interface PythonStyle {
  readonly name: string
  readonly text: (text: string) => string
  /** The text around and between members, given the depth. */
  readonly open: (depth: number) => string
  readonly separator: (depth: number) => string
  readonly close: (depth: number) => string
}

const indent = (depth: number): string => `\n${'    '.repeat(depth)}`

/** One member a line, trailing commas, double quotes: as `black` formats. */
const black: PythonStyle = {
  name: 'black',
  text: (text) => JSON.stringify(text),
  open: (depth) => indent(depth + 1),
  separator: (depth) => `,${indent(depth + 1)}`,
  close: (depth) => `,${indent(depth)}`,
}

/** All on one line, single quotes, every character but letters as an escape. */
const escaped: PythonStyle = {
  name: 'one line, escaped',
  text: (text) => `'${Array.from(text, escapeCharacter).join('')}'`,
  open: () => '',
  separator: () => ',',
  close: () => '',
}

/** Texts in pieces of any quotes in parentheses, comments between members. */
const joined: PythonStyle = {
  name: 'joined texts, comments',
  text: (text) => `(${Array.from(text.match(/.{1,5}/gsu) ?? [''], quote).join('\n  ')})`,
  open: () => ' # "opens"\n',
  separator: () => " , # it's a comma, ]\n",
  close: () => '\n',
}

export const styles: readonly [PythonStyle, PythonStyle, PythonStyle] = [black, escaped, joined]

/** A literal of the value. */
export function writePython(value: ReadonlyValue, style: PythonStyle, depth = 0): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return formatFloat(value)
  if (typeof value === 'string') return style.text(value)
  const inside = depth + 1
  if (isList(value))
    return wrap(
      '[',
      value.map((member) => writePython(member, style, inside)),
      ']',
      style,
      depth,
    )
  const entries = Array.from(
    value,
    ([key, member]) => `${style.text(key)}: ${writePython(member, style, inside)}`,
  )
  return wrap('{', entries, '}', style, depth)
}

/** A call with keywords, whose values are written already. */
export function writeCall(
  name: string,
  keywords: Readonly<Record<string, string>>,
  style: PythonStyle,
  depth: number,
): string {
  const written = Object.entries(keywords).map(([keyword, value]) => `${keyword}=${value}`)
  return wrap(`${name}(`, written, ')', style, depth)
}

export function wrap(
  opening: string,
  members: readonly string[],
  closing: string,
  style: PythonStyle,
  depth: number,
): string {
  if (members.length === 0) return opening + closing
  return opening + style.open(depth) + members.join(style.separator(depth)) + style.close(depth) + closing
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (/[a-zA-Z]/.test(character)) return character
  if (code <= 0xff) return code % 2 === 0 ? `\\x${hex(code, 2)}` : `\\${code.toString(8).padStart(3, '0')}`
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** Another kind of quotes for each place. */
function quote(text: string, place: number): string {
  const plain = text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r')
  switch (place % 4) {
    case 0:
      return `'${plain.replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    case 1:
      return `u"${plain.replaceAll('"', '\\"').replaceAll('\n', '\\\n\\n')}"`
    case 2:
      return `'''${plain.replaceAll("'", "\\'")}'''`
    default:
      return /^[\w ]*$/.test(text) ? `r"${text}"` : `"""${plain.replaceAll('"', '\\"')}"""`
  }
}
