import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Episode } from '../episode.ts'
import { isTooDeep, parseJson, parseStructure } from '../json/parse.ts'
import { partsOf } from './_document.ts'
import { bytesOf, filesOf } from './_files.ts'
import { linesOf } from './_lines.ts'
import { DamagedRecording } from './format.ts'
import { formatOf, isMessage } from './formats.ts'

/** What a file of recordings holds: an episode, or something that was left out or is odd. */
export type Recording =
  | { readonly kind: 'episode'; readonly place: string; readonly episode: Episode }
  | { readonly kind: 'problem'; readonly place: string; readonly message: string }

export interface ReadOptions {
  /** A record longer than this is named and skipped. Default: 64 MiB. */
  readonly mostBytes?: number | undefined
}

/**
 * Reads recordings from files and folders, one episode at a time. The format is recognised. Damaged records are
 * named and skipped; nothing of them is guessed. Throws only if a path does not exist.
 */
export async function* readRecordings(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<Recording> {
  const mostBytes = options.mostBytes ?? 64 * 1024 * 1024
  for (const path of filesOf(paths)) yield* readFile(path, mostBytes)
}

async function* readFile(path: string, mostBytes: number): AsyncGenerator<Recording> {
  let episodes = 0
  let problems = 0
  try {
    const records = (await isLines(path)) ? lineRecords(path, mostBytes) : documentRecords(path, mostBytes)
    for await (const recording of records) {
      if (recording.kind === 'episode') episodes++
      else problems++
      yield recording
    }
  } catch (error) {
    problems++
    yield { kind: 'problem', place: path, message: `${(error as Error).message}; the rest is skipped` }
  }
  if (episodes + problems === 0) yield { kind: 'problem', place: path, message: 'holds no recording' }
}

/** Whether a file holds one record a line: by its name, else by its first line. */
async function isLines(path: string): Promise<boolean> {
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(path)) return true
  for await (const chunk of bytesOf(path)) {
    const end = chunk.indexOf(10)
    const rest =
      end === -1
        ? ''
        : chunk
            .subarray(end + 1)
            .toString('utf8')
            .trim()
    return rest !== '' && parseStructure(chunk.subarray(0, end).toString('utf8')) !== undefined
  }
  return false
}

async function* lineRecords(path: string, mostBytes: number): AsyncGenerator<Recording> {
  for await (const { number, text } of linesOf(bytesOf(path), mostBytes)) {
    if (text !== undefined && text.trim() === '') continue
    yield* readText(`${path}:${number}`, text, mostBytes)
  }
}

async function* documentRecords(path: string, mostBytes: number): AsyncGenerator<Recording> {
  let number = 0
  let members: string[] = []
  let messages: JsonValue[] = []
  for await (const part of partsOf(bytesOf(path), mostBytes)) {
    if (part.kind === 'member') {
      if (part.text === undefined) yield tooLong(path, mostBytes)
      else members.push(part.text)
    } else if (part.kind === 'element') {
      const place = `${path}, ${part.list ?? 'record'} ${++number}`
      const value = part.text === undefined ? undefined : parseJson(part.text)
      if (isJsonObject(value) && part.list === undefined && isMessage(value)) messages.push(value)
      else yield* readText(place, part.text, mostBytes)
    } else {
      if (!part.whole) yield { kind: 'problem', place: path, message: 'ends in the middle of a value' }
      if (messages.length > 0) yield* readValue(path, messages)
      else if (number === 0 && members.length > 0) yield* readText(path, `{${members.join(',')}}`, Infinity)
      number = 0
      members = []
      messages = []
    }
  }
}

function* readText(place: string, text: string | undefined, mostBytes: number): Generator<Recording> {
  if (text === undefined) {
    yield tooLong(place, mostBytes)
    return
  }
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch (error) {
    yield { kind: 'problem', place, message: `not JSON: ${brief((error as Error).message)}; skipped` }
    return
  }
  yield* readValue(place, value)
}

function* readValue(place: string, value: JsonValue): Generator<Recording> {
  const record: JsonValue = Array.isArray(value) ? { messages: value } : value
  try {
    if (isTooDeep(record)) throw new DamagedRecording('nested more than 200 levels deep')
    const format = isJsonObject(record) ? formatOf(record) : undefined
    if (format === undefined) throw new DamagedRecording('the format is not recognised')
    const episode = format.read(record as JsonObject)
    if (episode.messages.length === 0) throw new DamagedRecording('no messages')
    if (
      episode.messages.some(
        ({ content, calls }) => isDeepText(content) || calls?.some((call) => isTooDeep(call.arguments)),
      )
    ) {
      throw new DamagedRecording('a message holds JSON nested more than 200 levels deep')
    }
    for (const note of episode.notes) yield { kind: 'problem', place, message: note }
    yield { kind: 'episode', place, episode }
  } catch (error) {
    if (!(error instanceof DamagedRecording)) throw error
    yield { kind: 'problem', place, message: `${error.message}; skipped` }
  }
}

function isDeepText(text: string): boolean {
  if ((text.match(/[[{]/g)?.length ?? 0) <= 200) return false
  const value = parseStructure(text)
  return value !== undefined && isTooDeep(value)
}

function tooLong(place: string, mostBytes: number): Recording {
  return { kind: 'problem', place, message: `a record is longer than ${mostBytes} bytes; skipped` }
}

function brief(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ')
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
