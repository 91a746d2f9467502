import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { parseStructure } from '@skill-state/protocol/evidence'
import type { Episode } from '../episode.ts'
import { parseLoosely, shallow } from '../json/parse.ts'
import { samplesOf } from './_archive.ts'
import { partsOf } from './_document.ts'
import { bytesOf, filesOf, startsWith } from './_files.ts'
import { linesOf } from './_lines.ts'
import type { GatheredFormat, Gatherer } from './formats/format.ts'
import { gatheredFormats, isMessage, readRecord } from './formats/index.ts'
import { DamagedRecording } from './formats/parts/fields.ts'

/** What a file of recordings holds: an episode, or something that was left out or is odd. */
export type Recording =
  | { readonly kind: 'episode'; readonly place: string; readonly episode: Episode }
  | { readonly kind: 'problem'; readonly file: string; readonly place: string; readonly message: string }

export interface ReadOptions {
  /** A record longer than this is named and skipped. Default: 64 MiB. */
  readonly maxBytes?: number | undefined
}

/**
 * Reads recordings from files and folders, one episode at a time. The format is recognised. Damaged records are
 * named and skipped; nothing of them is guessed. Throws only if a path does not exist.
 */
export async function* readRecordings(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<Recording> {
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024
  for (const path of filesOf(paths)) yield* readFile(path, maxBytes)
}

async function* readFile(path: string, maxBytes: number): AsyncGenerator<Recording> {
  const problem = (message: string, place = path): Recording => ({
    kind: 'problem',
    file: path,
    place,
    message,
  })
  let found = 0
  try {
    for await (const recording of recordingsOf(path, maxBytes, problem)) {
      found++
      yield recording
    }
  } catch (error) {
    found++
    yield problem(`${brief((error as Error).message)}; the rest is skipped`)
  }
  if (found === 0) yield problem('contains no recording')
}

type Problem = (message: string, place?: string) => Recording

async function* recordingsOf(path: string, maxBytes: number, problem: Problem): AsyncGenerator<Recording> {
  const gatherers = new Map<GatheredFormat, Gatherer>()
  for await (const { place, value: read, problem: message } of await valuesIn(path, maxBytes)) {
    const value = read && shallow(read)
    if (value !== read) yield problem(TOO_DEEP, place)
    if (message !== undefined) yield problem(message, place)
    if (value === undefined) continue
    yield* attempt(place, problem, () => {
      const gathered = isJsonObject(value) && gatheredFormats.find((each) => each.recognises(value))
      if (!gathered) return [readRecord(value)]
      const gatherer = gatherers.get(gathered) ?? gathered.gather()
      gatherers.set(gathered, gatherer)
      gatherer.add(value)
      return []
    })
  }
  for (const gatherer of gatherers.values()) yield* attempt(path, problem, () => gatherer.episodes())
}

/** A parsed record of a file, or what is wrong with it. */
interface Parsed {
  readonly place: string
  readonly value?: JsonValue
  readonly problem?: string
}

async function valuesIn(path: string, maxBytes: number): Promise<AsyncIterable<Parsed>> {
  if (await startsWith(path, ZIP)) return archivedValues(path, maxBytes)
  return (await isLines(path)) ? lineValues(path, maxBytes) : documentParts(path, bytesOf(path), maxBytes)
}

/** The first bytes of a zip file. */
const ZIP = [0x50, 0x4b]

/** Whether a file holds one record a line: by its name, else by its first line. */
async function isLines(path: string): Promise<boolean> {
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(path)) return true
  for await (const chunk of bytesOf(path)) {
    const text = chunk.toString('utf8')
    const end = text.indexOf('\n')
    return end !== -1 && text.slice(end).trim() !== '' && parseStructure(text.slice(0, end)) !== undefined
  }
  return false
}

async function* lineValues(path: string, maxBytes: number): AsyncGenerator<Parsed> {
  for await (const { number, text } of linesOf(bytesOf(path), maxBytes))
    if (text === undefined || text.trim() !== '') yield parse(`${path}:${number}`, text, maxBytes)
}

async function* archivedValues(path: string, maxBytes: number): AsyncGenerator<Parsed> {
  for await (const { name, bytes } of samplesOf(path))
    yield* documentParts(`${path}, ${name}`, bytes, maxBytes)
}

async function* documentParts(
  path: string,
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Parsed> {
  let number = 0
  let members: string[] = []
  let messages: JsonValue[] = []
  for await (const part of partsOf(bytes, maxBytes)) {
    if (part.kind === 'member') {
      if (part.text === undefined) yield { place: path, problem: tooLong(maxBytes) }
      else members.push(part.text)
    } else if (part.kind === 'element') {
      const parsed = parse(`${path}, ${part.list ?? 'record'} ${++number}`, part.text, maxBytes)
      if (part.list === undefined && isJsonObject(parsed.value) && isMessage(parsed.value))
        messages.push(parsed.value)
      else yield parsed
    } else {
      if (!part.whole) yield { place: path, problem: 'ends in the middle of a value' }
      if (messages.length > 0) yield { place: path, value: messages }
      else if (number === 0 && members.length > 0) yield parse(path, `{${members.join(',')}}`, maxBytes)
      number = 0
      members = []
      messages = []
    }
  }
}

function parse(place: string, text: string | undefined, maxBytes: number): Parsed {
  if (text === undefined) return { place, problem: tooLong(maxBytes) }
  try {
    return { place, value: parseLoosely(text) }
  } catch (error) {
    return { place, problem: `not JSON: ${brief((error as Error).message)}; skipped` }
  }
}

/** Reads episodes, or names what is wrong with them. */
function* attempt(place: string, problem: Problem, read: () => readonly Episode[]): Generator<Recording> {
  try {
    for (const episode of read()) {
      if (episode.messages.length === 0) throw new DamagedRecording('no messages')
      for (const message of episode.notes) yield problem(message, place)
      yield { kind: 'episode', place, episode }
    }
  } catch (error) {
    if (!(error instanceof DamagedRecording)) throw error
    yield problem(`${error.message}; skipped`, place)
  }
}

const TOO_DEEP = 'JSON is nested more than 200 levels deep; what lies deeper is left out'

const tooLong = (maxBytes: number): string => `a record is longer than ${maxBytes} bytes; skipped`

function brief(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ')
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
