import type { PythonValue } from '../../python/value.ts'
import { LiteralReader } from './literal.ts'
import { tokenize } from './tokens.ts'

/**
 * The top-level assignments of literals in a Python module, such as `TASKS = [Task(…), …]`. Imports and docstrings are
 * passed over; nothing else is allowed there. Throws a `SyntaxError` with the line.
 */
export function readAssignments(source: string): ReadonlyMap<string, PythonValue> {
  const reader = new LiteralReader(tokenize(source))
  const assigned = new Map<string, PythonValue>()
  while (reader.next.kind !== 'end') {
    if (reader.next.kind === 'newline' || reader.next.kind === 'string') reader.advance()
    else if (reader.next.text === 'import' || reader.next.text === 'from') skipStatement(reader)
    else assigned.set(...readAssignment(reader))
  }
  return assigned
}

/** The value of a text that is one Python literal and nothing else. Throws a `SyntaxError`. */
export function readLiteral(source: string): PythonValue {
  const reader = new LiteralReader(tokenize(source.trim()))
  const value = reader.value()
  if (reader.next.kind !== 'end') reader.fail('the end')
  return value
}

function skipStatement(reader: LiteralReader): void {
  while (reader.next.kind !== 'newline' && reader.next.kind !== 'end') reader.advance()
}

function readAssignment(reader: LiteralReader): [string, PythonValue] {
  const name = reader.advance()
  if (name.kind !== 'name') reader.fail('an assignment', name)
  if (reader.take(':')) skipAnnotation(reader)
  if (!reader.take('=')) reader.fail(`'=' after ${name.text}`)
  const value = reader.value()
  if (reader.next.kind !== 'newline' && reader.next.kind !== 'end') reader.fail('the end of the line')
  return [name.text, value]
}

function skipAnnotation(reader: LiteralReader): void {
  while (reader.next.text !== '=' && reader.next.kind !== 'newline' && reader.next.kind !== 'end') {
    reader.advance()
  }
}

/** The literal that a module's first function of that name returns first. Nothing else of the module is looked at. */
export function readReturned(source: string, functionName: string): PythonValue {
  const tokens = tokenize(source)
  const definition = tokens.findIndex(
    (token, index) => token.text === 'def' && tokens[index + 1]?.text === functionName,
  )
  if (definition < 0) throw new SyntaxError(`there is no function ${functionName}`)
  const returned = tokens.findIndex((token, index) => index > definition && token.text === 'return')
  if (returned < 0) throw new SyntaxError(`${functionName} returns nothing`)
  return new LiteralReader(tokens, returned + 1).value()
}

/** The names in a top-level list of names, such as `ALL_TOOLS = [Calculate, Think]`. */
export function readNames(source: string, listName: string): string[] {
  const tokens = tokenize(source)
  const list = tokens.findIndex((token, index) => token.text === listName && tokens[index + 1]?.text === '=')
  if (list < 0) throw new SyntaxError(`there is no list ${listName}`)
  const reader = new LiteralReader(tokens, list + 2)
  if (!reader.take('[')) reader.fail("'['")
  const names: string[] = []
  while (!reader.take(']')) {
    const name = reader.advance()
    if (name.kind !== 'name') reader.fail('a name', name)
    names.push(name.text)
    if (!reader.take(',') && reader.next.text !== ']') reader.fail("',' or ']'")
  }
  return names
}
