import { readFileSync } from 'node:fs'
import { invalidOption, reasonOf, type SkillStateError } from '@skill-state/protocol'
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Registry } from '../registry.ts'
import { issueLines } from './_issues.ts'
import { type Locate, locator, type PlaceAt, placeIn } from './_positions.ts'
import { type SuiteFile, type SuiteSchema, suiteSchema } from './schema.ts'

/** A suite as its file has it, and the place of each part in the file. */
export interface Suite {
  readonly file: string
  readonly suite: SuiteFile
  readonly locate: Locate
  /** The keys that an object at a place of the file may have. */
  readonly keysAt: SuiteSchema['keysAt']
}

/** Whether a name on the command line is that of a suite file. */
export function isSuiteFile(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

/** Reads a suite file. Throws `invalid-option` with a line, which begins `file:line:column`, for each mistake in it. */
export function readSuite(
  registry: Pick<Registry, 'families' | 'benchmarks'>,
  file: string,
  text: string = readText(file),
): Suite {
  const lines = new LineCounter()
  const placeAt = placeIn(file, lines)
  rejectDepth(file, text)
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    throw reject(
      document.errors.map(({ pos: [offset], message }) => `${placeAt(offset)}: ${message.split('\n')[0]}`),
    )
  }
  rejectNul(document, placeAt)
  const locate = locator(document, placeAt)
  const { schema, keysAt } = suiteSchema(registry)
  const parsed = schema.safeParse(plain(file, document, placeAt), { reportInput: true })
  if (parsed.success) return { file, suite: parsed.data, locate, keysAt }
  throw reject(issueLines(parsed.error.issues, locate, keysAt))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw invalidOption(`${file}: ${code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}`)
  }
}

/** Most lists and maps inside one another: the reader of YAML is recursive. */
const MAX_DEPTH = 100

function rejectDepth(file: string, text: string): void {
  let depth = 0
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth <= MAX_DEPTH) continue
    const before = text.slice(0, index).split('\n')
    const place = `${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`
    throw invalidOption(`${place}: more than ${MAX_DEPTH} brackets are open`)
  }
}

/** No path and no name can hold it. */
function rejectNul(document: Document, placeAt: PlaceAt): void {
  visit(document, (_, node) => {
    if (!isScalar(node) || typeof node.value !== 'string' || !node.value.includes('\0')) return
    throw invalidOption(`${placeAt(node.range?.[0] ?? 0)}: the text has a NUL character`)
  })
}

/** An alias that stands for nothing, or for too much, is named by its place. */
function plain(file: string, document: Document, placeAt: PlaceAt): unknown {
  try {
    return document.toJS()
  } catch (error) {
    let place = file
    visit(document, {
      Alias(_, node) {
        place = placeAt(node.range?.[0] ?? 0)
      },
    })
    throw invalidOption(`${place}: ${reasonOf(error)}`)
  }
}

const reject = (found: readonly string[]): SkillStateError => invalidOption(found.join('\n'))
