import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { invalidRun, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { differences } from '../trace/differences.ts'
import { readRegularFile } from '../trace/read-regular-file.ts'
import {
  type FailedMatch,
  MATCH_FORMAT,
  type MatchConditions,
  type MatchHeader,
  type MatchLine,
  matchHeader,
  matchLine,
  stepKey,
} from './match-line.ts'

export interface MatchFile {
  readonly conditions: MatchConditions
  /** In the order in which they were written; a state that was asked about again has several. */
  readonly lines: readonly (MatchLine | FailedMatch)[]
}

/** Reads a file of matched steps; a torn last line is left out. Throws `invalid-trace` that names file and line. */
export function readMatches(file: string): MatchFile {
  const [first, ...rest] = readRegularFile(file).split('\n').slice(0, -1)
  const header = parse(matchHeader, first ?? '', `${file}:1`)
  return {
    conditions: header.conditions,
    lines: rest.map((text, index) => parse(matchLine, text, `${file}:${index + 2}`)),
  }
}

/** The answers, each state's once: the last one counts. */
export function answersOf({ lines }: MatchFile): readonly MatchLine[] {
  const answers = lines.filter((line) => line.kind === 'match')
  return [...new Map(answers.map((line) => [stepKey(line), line])).values()]
}

/** Says whether these conditions may write into the file. Writes nothing; throws `invalid-run` that names what differs. */
export function checkMatchFile(file: string, conditions: MatchConditions): void {
  if (!existsSync(file) || !hasHeader(file)) return
  const [difference] = differences(plain(readMatches(file).conditions), plain(conditions))
  if (difference === undefined) return
  throw invalidRun(
    `${file} holds other matched steps: their ${difference}; choose a new file with --out, or remove this one`,
  )
}

export interface MatchRecorder {
  /** Each line is handed to the operating system before it returns. */
  record(line: MatchLine | FailedMatch): void
  close(): void
}

/** Begins the file, or continues after its last complete line. Throws as `checkMatchFile` does. */
export function openMatchFile(file: string, conditions: MatchConditions): MatchRecorder {
  checkMatchFile(file, conditions)
  mkdirSync(dirname(file), { recursive: true })
  const isNew = !existsSync(file) || !hasHeader(file)
  if (!isNew) truncateSync(file, readFileSync(file).lastIndexOf(LINE_FEED) + 1)
  const descriptor = openSync(file, isNew ? 'w' : 'a')
  const write = (line: MatchHeader | MatchLine | FailedMatch): void => {
    writeFileSync(descriptor, `${JSON.stringify(line)}\n`)
  }
  if (isNew) write({ kind: 'step-match', format: MATCH_FORMAT, conditions })
  return { record: write, close: () => closeSync(descriptor) }
}

const LINE_FEED = 10

function plain(conditions: MatchConditions): JsonObject {
  return JSON.parse(JSON.stringify(conditions)) as JsonObject
}

/** A file that was cut off in its first line is as good as none. */
function hasHeader(file: string): boolean {
  return readRegularFile(file).includes('\n')
}

function parse<T>(
  schema: { safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: Issues } },
  text: string,
  place: string,
): T {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid(place, 'the line is not JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(place, `${issue?.path.join('.') || 'line'}: ${issue?.message}`)
}

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

function invalid(place: string, reason: string): SkillStateError {
  return new SkillStateError(
    'invalid-trace',
    `${place}: ${reason}; it is not a file of matched steps, or was damaged: restore or remove it`,
  )
}
