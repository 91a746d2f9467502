import { join } from 'node:path'
import {
  type Capabilities,
  isJsonObject,
  type JsonObject,
  type Model,
  type PriceSheet,
  SkillStateError,
} from '@skill-state/protocol'
import {
  isBoolean,
  isCount,
  isPrice,
  isText,
  listOf,
  maybe,
  oneOf,
  readShape,
  type Shape,
  shaped,
} from '../values/shape.ts'
import { readOnlyLine } from './_entry.ts'
import { keep } from './_files.ts'
import { sortKeys } from './request-key.ts'

const HEADER_FILE = 'model.json'

/** What a recording says of its model: everything that could change a request or a figure. */
interface Header extends Pick<Model, 'id' | 'notice' | 'capabilities' | 'settings'> {
  readonly format: 1
  readonly enforces: boolean
}

/** Begins a recording, or continues one. Throws `invalid-recording` if the folder holds that of another model. */
export function keepHeader(directory: string, model: Model): void {
  const { id, notice, settings, capabilities } = model
  const about = { format: 1, id, notice, enforces: model.enforce !== undefined, settings, capabilities }
  const ours: JsonObject = sortKeys(JSON.parse(JSON.stringify(about)))
  if (keep(join(directory, HEADER_FILE), `${JSON.stringify(ours)}\n`)) return
  const found: Readonly<Record<string, unknown>> = { ...readHeader(directory) }
  const names = Object.keys({ ...ours, ...found })
  const part = names.find((name) => JSON.stringify(ours[name]) !== JSON.stringify(found[name]))
  if (part === undefined) return
  const message = `${directory} holds the recording of another model: its ${part} differs; name another folder`
  throw new SkillStateError('invalid-recording', message)
}

/** Throws `invalid-recording` if the folder holds no recording. */
export function readHeader(directory: string): Header {
  const found = readOnlyLine(join(directory, HEADER_FILE), (value) => readShape(value, header))
  if (found !== undefined) return found
  const message = `${directory} is no recording: ${HEADER_FILE} is missing; name a folder that was recorded into`
  throw new SkillStateError('invalid-recording', message)
}

const prices: Shape<PriceSheet> = {
  date: ['text', isText],
  input: ['a price', isPrice],
  cacheWrite: ['a price', maybe(isPrice)],
  cacheRead: ['a price', maybe(isPrice)],
  output: ['a price', isPrice],
}

const capabilities: Shape<Capabilities> = {
  contextTokens: ['tokens', maybe(isCount)],
  maxOutputTokens: ['tokens', maybe(isCount)],
  prices: ['a price sheet', maybe(shaped(prices))],
  cacheMinimumTokens: ['tokens', maybe(isCount)],
  native: ['messages or calls', oneOf('messages', 'calls', undefined)],
  sees: ['media types', maybe(listOf(isText))],
  notes: ['a list of texts', maybe(listOf(isText))],
}

const header: Shape<Header> = {
  format: ['1', oneOf(1)],
  id: ['text', isText],
  notice: ['text', maybe(isText)],
  settings: ['an object', maybe(isJsonObject)],
  capabilities: ['capabilities', maybe(shaped(capabilities))],
  enforces: ['true or false', isBoolean],
}
