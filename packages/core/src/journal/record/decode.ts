import {
  type Action,
  type Evidence,
  isJsonObject,
  type JsonObject,
  type Observation,
  type Waiting,
} from '@skill-state/protocol'
import { readJson } from '../../json/lenient-json.ts'
import { Since } from '../../layouts/since.ts'
import { State } from '../../state/state.ts'
import type {
  CommitMode,
  JournalCall,
  JournalDecision,
  JournalNote,
  JournalOpening,
  JournalProgress,
  JournalSaid,
  JournalTurn,
} from '../journal.ts'
import { decompress } from './compress.ts'
import { Inbox, type JournalMessage } from './inbox.ts'
import { type BaseRecord, FORMAT, type ForkPoint, type Head, type JournalRecord } from './record.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads the text of a record. Throws an error that says what is missing. */
export function decode(body: string): JournalRecord {
  const fields = readJson(body)
  if (!isJsonObject(fields)) throw new Error('expected a JSON object')
  const [kind = ''] = Object.keys(fields)
  const index = countIn(fields, kind)
  switch (kind) {
    case 'started':
      if (index !== 0) throw new Error('expected "started" to be 0')
      return { kind, index, observation: observationIn(fields) }
    case 'decided':
      return { kind, index, decision: decisionIn(fields, index) }
    case 'answered':
      return {
        kind,
        index,
        observation: observationIn(fields),
        note: 'note' in fields ? noteIn(objectIn(fields, 'note')) : undefined,
      }
    case 'called':
      return { kind, index, call: countIn(fields, 'call'), ended: progressIn(fields) }
    case 'waiting':
      return { kind, index, waiting: waitingIn(fields), call: optionalCountIn(fields, 'call') }
    case 'approved': {
      const action = 'action' in fields ? actionIn(fields) : undefined
      return { kind, index, action, call: optionalCountIn(fields, 'call') }
    }
    case 'resumed': {
      const taken = 'taken' in fields ? countIn(fields, 'taken') : 0
      const turn = 'turn' in fields ? openingIn(objectIn(fields, 'turn')) : undefined
      return { kind, index, observation: observationIn(fields), taken, turn }
    }
    case 'received':
      return { kind, index, message: messageIn(fields) }
    case 'closed': {
      const end = oneOf(fields, 'end', ['limit', 'stopped', 'failed'])
      return { kind, index, closing: { end, reasons: textsIn(fields, 'reasons') } }
    }
    case 'withdrawn':
      return { kind, index, from: countIn(fields, 'from'), count: countIn(fields, 'count') }
    case 'spent':
      return { kind, index, spent: countsIn(fields, 'counts') }
    default:
      return baseIn(kind, index, fields)
  }
}

/** Reads what the first record says before its position: the state, which may be large, is passed over. */
export function decodeHead(body: string): Head {
  const fields = readJson(`${body.slice(0, body.indexOf(',"schemaVersion":'))}}`)
  if (!isJsonObject(fields) || !('open' in fields)) throw new Error('expected an "open" record')
  return headIn(fields)
}

function baseIn(kind: string, index: number, fields: Fields): BaseRecord {
  const base = {
    index,
    schemaVersion: countIn(fields, 'schemaVersion'),
    line: 'line' in fields ? countIn(fields, 'line') : 0,
    state: State.over(objectIn('compressed' in fields ? decompressed(fields) : fields, 'state')),
    observation: 'text' in fields ? observationIn(fields) : undefined,
    inbox: 'inbox' in fields ? Inbox.of(listIn(fields, 'inbox').map(messageIn)) : undefined,
    receivedIds: textsIn(fields, 'receivedIds'),
    turn: 'turn' in fields ? turnIn(objectIn(fields, 'turn')) : undefined,
    since: 'since' in fields ? sinceIn(objectIn(fields, 'since')) : undefined,
    spent: 'spent' in fields ? countsIn(fields) : undefined,
    skipped: optionalCountIn(fields, 'skipped'),
  }
  switch (kind) {
    case 'open': {
      const forkedFrom = 'forkedFrom' in fields ? forkPointIn(objectIn(fields, 'forkedFrom')) : undefined
      return { kind, ...headIn(fields), ...base, forkedFrom }
    }
    case 'snapshot':
      return { kind, ...base }
    case 'undone':
      return { kind, back: optionalCountIn(fields, 'back'), ...base }
    case 'migrated':
      return {
        kind,
        ...base,
        pending: 'pending' in fields ? decisionIn(objectIn(fields, 'pending'), index) : undefined,
      }
    default:
      throw new Error('expected a kind of record as the first key')
  }
}

function sinceIn(fields: Fields): Since {
  const base = State.from(objectIn('compressed' in fields ? decompressed(fields) : fields, 'state'))
  const patches = listIn(fields, 'patches')
  if (!patches.every(isJsonObject)) throw new Error('expected "patches" to be objects')
  return Since.from(base, patches, 'steps' in fields ? countIn(fields, 'steps') : patches.length)
}

function headIn(fields: Fields): Head {
  if (fields.format !== FORMAT) throw new Error(`expected "format" to be ${FORMAT}`)
  return { format: FORMAT, id: textIn(fields, 'id'), skill: textIn(fields, 'skill') }
}

function decompressed(fields: Fields): Fields {
  return { state: readJson(decompress(textIn(fields, 'compressed'))) }
}

function decisionIn(fields: Fields, index: number): JournalDecision {
  const { commit = 'before-action' } = fields
  if (!isCommit(commit)) throw new Error('expected "commit" to be a known mode')
  return {
    index,
    patch: 'patch' in fields ? objectIn(fields, 'patch') : undefined,
    action: actionIn(fields),
    source: 'source' in fields ? textIn(fields, 'source') : undefined,
    commit,
    waiting: 'waiting' in fields ? waitingIn(objectIn(fields, 'waiting')) : undefined,
    prose: fields.prose === true ? true : undefined,
    written: 'written' in fields ? oneOf(fields, 'written', ['base', 'log', 'overlay']) : undefined,
    approved: fields.approved === true ? true : undefined,
    calls: 'calls' in fields ? listIn(fields, 'calls').map(progressIn) : undefined,
    asked: 'asked' in fields ? objectIn(fields, 'asked') : undefined,
    spent: 'spent' in fields ? countsIn(fields) : undefined,
  }
}

function progressIn(value: unknown): JournalProgress {
  if (!isJsonObject(value)) throw new Error('expected what became of a call')
  const outcome = 'outcome' in value ? oneOf(value, 'outcome', ['denied']) : undefined
  if (!('text' in value)) {
    const waiting = 'waiting' in value ? waitingIn(objectIn(value, 'waiting')) : undefined
    return { outcome, waiting, approved: value.approved === true ? true : undefined }
  }
  const evidence = 'evidence' in value ? listIn(value, 'evidence').map(evidenceIn) : undefined
  return {
    outcome,
    result: { ...observationIn(value), unknown: value.unknown === true || undefined, evidence },
  }
}

function evidenceIn(value: unknown): Evidence {
  if (!isJsonObject(value)) throw new Error('expected where a text comes from')
  const { tool, input = null } = value
  const text = textIn(value, 'text')
  return typeof tool === 'string' ? { tool, input, text } : { role: 'user', text }
}

function actionIn({ action }: Fields): Action {
  if (!isAction(action)) throw new Error('expected an "action"')
  return action
}

function waitingIn(fields: Fields): Waiting {
  const { for: purpose } = fields
  if (purpose !== 'reply' && purpose !== 'approval' && purpose !== 'result') {
    throw new Error('expected "for" to be reply, approval or result')
  }
  return { for: purpose, reason: 'reason' in fields ? textIn(fields, 'reason') : undefined }
}

function messageIn(value: unknown): JournalMessage {
  if (!isJsonObject(value)) throw new Error('expected a message')
  return {
    text: textIn(value, 'text'),
    id: 'id' in value ? textIn(value, 'id') : undefined,
    notice: 'notice' in value ? textIn(value, 'notice') : undefined,
  }
}

function observationIn(fields: Fields): Observation {
  const { done = false, refused } = fields
  if (typeof done !== 'boolean') throw new Error('expected "done" to be true or false')
  if (refused !== undefined && typeof refused !== 'boolean') {
    throw new Error('expected "refused" to be true or false')
  }
  return {
    text: textIn(fields, 'text'),
    done,
    refused,
    waiting: 'waiting' in fields ? waitingIn(objectIn(fields, 'waiting')) : undefined,
    captured: 'captured' in fields ? objectIn(fields, 'captured') : undefined,
  }
}

function openingIn(fields: Fields): JournalOpening {
  const recent = 'recent' in fields ? listIn(fields, 'recent').map(saidIn) : undefined
  return { message: textIn(fields, 'message'), recent, notices: textsIn(fields, 'notices') }
}

function turnIn(fields: Fields): JournalTurn {
  return {
    ...openingIn(fields),
    since: countIn(fields, 'since'),
    spent: 'spent' in fields ? countsIn(fields) : undefined,
    calls: listIn(fields, 'calls').map(callIn),
    said: optionalTextIn(fields, 'said'),
    end:
      'end' in fields
        ? oneOf(fields, 'end', ['replied', 'finished', 'limit', 'stopped', 'failed'])
        : undefined,
    reasons: textsIn(fields, 'reasons'),
  }
}

function callIn(value: unknown): JournalCall {
  if (!isJsonObject(value)) throw new Error('expected a call')
  return { ...noteIn(value), action: actionIn(value) }
}

function noteIn(fields: Fields): JournalNote {
  const outcome =
    'outcome' in fields ? oneOf(fields, 'outcome', ['done', 'failed', 'denied', 'unknown']) : undefined
  const [seen, situation, doubt] = ['seen', 'situation', 'doubt'].map((name) => optionalTextIn(fields, name))
  return { outcome, seen, situation, doubt }
}

function saidIn(value: unknown): JournalSaid {
  if (!isJsonObject(value)) throw new Error('expected what was said')
  return { by: oneOf(value, 'by', ['user', 'agent']), text: textIn(value, 'text') }
}

function oneOf<const Value extends string>(fields: Fields, key: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === fields[key])
  if (found === undefined) throw new Error(`expected "${key}" to be ${values.join(' or ')}`)
  return found
}

function textsIn(fields: Fields, key: string): readonly string[] | undefined {
  return key in fields ? listIn(fields, key).map(asText) : undefined
}

function optionalTextIn(fields: Fields, key: string): string | undefined {
  return key in fields ? textIn(fields, key) : undefined
}

function forkPointIn(fields: Fields): ForkPoint {
  return { id: textIn(fields, 'id'), index: countIn(fields, 'index'), chain: textIn(fields, 'chain') }
}

function isAction(value: unknown): value is Action {
  return typeof value === 'string' || isJsonObject(value)
}

function isCommit(value: unknown): value is CommitMode {
  return value === 'before-action' || value === 'after-accept'
}

function objectIn(fields: Fields, key: string): JsonObject {
  const value = fields[key]
  if (!isJsonObject(value)) throw new Error(`expected "${key}" to be an object`)
  return value
}

function countsIn(fields: Fields, key = 'spent'): Readonly<Record<string, number>> {
  const spent = objectIn(fields, key)
  if (Object.values(spent).every((value) => typeof value === 'number')) return spent as Record<string, number>
  throw new Error(`expected "${key}" to be numbers`)
}

function listIn(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key]
  if (!Array.isArray(value)) throw new Error(`expected "${key}" to be a list`)
  return value
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new Error('expected a text')
  return value
}

function textIn(fields: Fields, key: string): string {
  const value = fields[key]
  if (typeof value !== 'string') throw new Error(`expected "${key}" to be text`)
  return value
}

function optionalCountIn(fields: Fields, key: string): number | undefined {
  return key in fields ? countIn(fields, key) : undefined
}

function countIn(fields: Fields, key: string): number {
  const value = fields[key]
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw new Error(`expected "${key}" to be a whole number from 0`)
  }
  return Number(value)
}
