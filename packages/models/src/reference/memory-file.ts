import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

const FILE = '/memories/state.txt'
const CALL = 'Memory: '

function call(command: JsonObject): string {
  return `${CALL}${JSON.stringify(command)}`
}

/** Asks for the file in which the reference reader keeps its state. */
export const viewCall: string = call({ command: 'view', path: FILE })

/** The state that the newest call shows; undefined if that call was not a view of the file. */
export function readMemoryFile(calls: string): JsonObject | undefined {
  const newest = calls.slice(`\n${calls}`.lastIndexOf(`\n${CALL}`))
  if (!newest.startsWith(`${viewCall}\n`)) return undefined
  const lines = newest.split('\n').flatMap((line) => {
    const [, key = '', value = ''] = /^ *\d+\t("(?:[^"\\]|\\.)*"): (.*),$/s.exec(line) ?? []
    return key === ''
      ? []
      : [{ path: pathOf(JSON.parse(key) as string), value: JSON.parse(value) as JsonValue }]
  })
  return nested(lines)
}

/** The calls that turn the file of one state into that of another. Text is replaced within a line: a line that goes may stay empty. */
export function memoryCalls(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const gone = old.filter((line) => !next.includes(line))
  const come = next.filter((line) => !old.includes(line))
  const replaced = gone.map((line, at) =>
    call({ command: 'str_replace', path: FILE, old_str: line, new_str: come[at] ?? '' }),
  )
  const added = come.slice(gone.length)
  if (added.length === 0) return replaced
  const insert = call({ command: 'insert', path: FILE, insert_line: 0, insert_text: added.join('\n') })
  // An empty state may have no file yet; if it has one, `create` changes nothing.
  const create = call({ command: 'create', path: FILE, file_text: '' })
  return old.length === 0 ? [create, insert] : [...replaced, insert]
}

/** Each value as a line of its own, which no other line contains. */
function linesOf(value: JsonValue, path = ''): readonly string[] {
  if (!isJsonObject(value) || (path !== '' && Object.keys(value).length === 0))
    return [`${JSON.stringify(path)}: ${JSON.stringify(value)},`]
  return Object.entries(value).flatMap(([key, each]) =>
    linesOf(each, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

function nested(
  lines: readonly { readonly path: readonly string[]; readonly value: JsonValue }[],
): JsonObject {
  const fields = Map.groupBy(lines, ({ path: [key = ''] }) => key)
  return Object.fromEntries(
    [...fields].map(([key, within]) => {
      const [only] = within
      if (only?.path.length === 1) return [key, only.value]
      return [key, nested(within.map(({ path, value }) => ({ path: path.slice(1), value })))]
    }),
  )
}

function pathOf(pointer: string): readonly string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}
