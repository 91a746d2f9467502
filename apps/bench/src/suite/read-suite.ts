import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { UsageError } from '../usage-error.ts'
import { issueLines } from './issues.ts'
import { type Locate, locator, type Path } from './positions.ts'
import { type SuiteFile, suiteKeys, suiteSchema } from './schema.ts'

/** A suite as its file has it, and where each part of it stands. */
export interface Suite {
  readonly file: string
  readonly suite: SuiteFile
  readonly locate: Locate
}

/** Whether a name on the command line is that of a suite file. */
export function isSuiteFile(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

/** Reads a suite file. Throws `UsageError` with a line, which begins `file:line:column`, for each mistake in it. */
export function readSuite(file: string, text: string = readText(file)): Suite {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    throw refuse(
      document.errors.map(({ pos: [offset], message }) => {
        const { line, col } = lines.linePos(offset)
        return `${file}:${line}:${col}: ${message.split('\n')[0]}`
      }),
    )
  }
  const locate = locator(file, document, lines)
  const parsed = suiteSchema.safeParse(plain(file, document), { reportInput: true })
  if (parsed.success) return { file, suite: parsed.data, locate }
  throw refuse(issueLines(parsed.error.issues, locate, keysAt))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new UsageError(`${file}: ${code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}`)
  }
}

function plain(file: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function refuse(found: readonly string[]): UsageError {
  return new UsageError(found.join('\n'))
}

/** The keys that an object at a place of the file may have. */
function keysAt(path: Path): readonly string[] {
  if (path.at(-1) === 'noise') return suiteKeys.noise
  const [first] = path
  return first === 'benchmarks' || first === 'models' || first === 'budget'
    ? suiteKeys[first]
    : suiteKeys.suite
}
