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
import { Inbox, type JournalMessage } from '../inbox.ts'
import type {
  JournalCall,
  JournalDecision,
  JournalNote,
  JournalOpening,
  JournalProgress,
  JournalSaid,
  JournalTurn,
} from '../journal.ts'
import { decompress } from './compress.ts'
import { count, flag, listOf, numbers, object, oneOf, optional, required, text, wrong } from './fields.ts'
import { type BaseRecord, FORMAT, type ForkPoint, type Head, type JournalRecord } from './record.ts'

/** Reads the text of a record. Throws an error that says what is missing. */
export function decode(body: string): JournalRecord {
  const fields = readJson(body)
  if (!isJsonObject(fields)) throw new Error('expected a JSON object')
  const [kind = ''] = Object.keys(fields)
  const index = required(fields, kind, count)
  switch (kind) {
    case 'started':
      if (index !== 0) throw new Error('expected "started" to be 0')
      return { kind, index, observation: observationIn(fields) }
    case 'decided':
      return { kind, index, decision: decisionIn(fields, index) }
    case 'answered':
      return { kind, index, observation: observationIn(fields), note: optional(fields, 'note', noteIn) }
    case 'called':
      return { kind, index, call: required(fields, 'call', count), ended: progressIn(fields, kind) }
    case 'waiting':
      return { kind, index, waiting: waitingIn(fields, kind), call: optional(fields, 'call', count) }
    case 'approved': {
      const action = optional(fields, 'action', actionIn)
      return { kind, index, action, call: optional(fields, 'call', count) }
    }
    case 'resumed': {
      const taken = optional(fields, 'taken', count) ?? 0
      return {
        kind,
        index,
        observation: observationIn(fields),
        taken,
        turn: optional(fields, 'turn', openingIn),
      }
    }
    case 'received':
      return { kind, index, message: messageIn(fields, kind) }
    case 'closed': {
      const end = required(fields, 'end', oneOf('limit', 'stopped', 'failed'))
      return { kind, index, closing: { end, reasons: optional(fields, 'reasons', texts) } }
    }
    case 'withdrawn':
      return { kind, index, from: required(fields, 'from', count), count: required(fields, 'count', count) }
    case 'spent':
      return { kind, index, spent: required(fields, 'counts', numbers) }
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

function baseIn(kind: string, index: number, fields: JsonObject): BaseRecord {
  const base = {
    index,
    schemaVersion: required(fields, 'schemaVersion', count),
    line: optional(fields, 'line', count) ?? 0,
    state: State.over(stateIn(fields)),
    observation: 'text' in fields ? observationIn(fields) : undefined,
    inbox: optional(fields, 'inbox', (value, key) => Inbox.of(messages(value, key))),
    receivedIds: optional(fields, 'receivedIds', texts),
    turn: optional(fields, 'turn', turnIn),
    since: optional(fields, 'since', sinceIn),
    spent: optional(fields, 'spent', numbers),
    skipped: optional(fields, 'skipped', count),
  }
  switch (kind) {
    case 'open':
      return { kind, ...headIn(fields), ...base, forkedFrom: optional(fields, 'forkedFrom', forkPointIn) }
    case 'snapshot':
      return { kind, ...base }
    case 'undone':
      return { kind, back: optional(fields, 'back', count), ...base }
    case 'migrated': {
      const pending = optional(fields, 'pending', object)
      return { kind, ...base, pending: pending && decisionIn(pending, index) }
    }
    default:
      throw new Error('expected a kind of record as the first key')
  }
}

function sinceIn(value: unknown, key: string): Since {
  const fields = object(value, key)
  const patches = required(fields, 'patches', objects)
  return Since.from(State.from(stateIn(fields)), patches, optional(fields, 'steps', count) ?? patches.length)
}

function stateIn(fields: JsonObject): JsonObject {
  const compressed = optional(fields, 'compressed', text)
  return object(compressed === undefined ? fields.state : readJson(decompress(compressed)), 'state')
}

function headIn(fields: JsonObject): Head {
  if (fields.format !== FORMAT) throw new Error(`expected "format" to be ${FORMAT}`)
  return { format: FORMAT, id: required(fields, 'id', text), skill: required(fields, 'skill', text) }
}

function decisionIn(fields: JsonObject, index: number): JournalDecision {
  return {
    index,
    patch: optional(fields, 'patch', object),
    action: required(fields, 'action', actionIn),
    source: optional(fields, 'source', text),
    commit: optional(fields, 'commit', oneOf('before-action', 'after-accept')) ?? 'before-action',
    waiting: optional(fields, 'waiting', waitingIn),
    prose: fields.prose === true || undefined,
    written: optional(fields, 'written', oneOf('base', 'log', 'overlay')),
    approved: fields.approved === true || undefined,
    calls: optional(fields, 'calls', listOf(progressIn)),
    asked: optional(fields, 'asked', object),
    spent: optional(fields, 'spent', numbers),
  }
}

function progressIn(value: unknown, key: string): JournalProgress {
  const fields = object(value, key)
  const outcome = optional(fields, 'outcome', oneOf('denied'))
  if (!('text' in fields)) {
    const waiting = optional(fields, 'waiting', waitingIn)
    return { outcome, waiting, approved: fields.approved === true || undefined }
  }
  const unknown = fields.unknown === true || undefined
  const evidence = optional(fields, 'evidence', listOf(evidenceIn))
  return { outcome, result: { ...observationIn(fields), unknown, evidence } }
}

function evidenceIn(value: unknown, key: string): Evidence {
  const fields = object(value, key)
  const { tool, input = null } = fields
  const said = required(fields, 'text', text)
  return typeof tool === 'string' ? { tool, input, text: said } : { role: 'user', text: said }
}

function actionIn(value: unknown, key: string): Action {
  return typeof value === 'string' || isJsonObject(value) ? value : wrong(key, 'a text or an object')
}

function waitingIn(value: unknown, key: string): Waiting {
  const fields = object(value, key)
  const purpose = required(fields, 'for', oneOf('reply', 'approval', 'result'))
  return { for: purpose, reason: optional(fields, 'reason', text) }
}

function messageIn(value: unknown, key: string): JournalMessage {
  const fields = object(value, key)
  return {
    text: required(fields, 'text', text),
    id: optional(fields, 'id', text),
    notice: optional(fields, 'notice', text),
  }
}

function observationIn(fields: JsonObject): Observation {
  return {
    text: required(fields, 'text', text),
    done: optional(fields, 'done', flag) ?? false,
    refused: optional(fields, 'refused', flag),
    waiting: optional(fields, 'waiting', waitingIn),
    captured: optional(fields, 'captured', object),
  }
}

function openingIn(value: unknown, key: string): JournalOpening {
  const fields = object(value, key)
  return {
    message: required(fields, 'message', text),
    recent: optional(fields, 'recent', listOf(saidIn)),
    notices: optional(fields, 'notices', texts),
  }
}

function turnIn(value: unknown, key: string): JournalTurn {
  const fields = object(value, key)
  return {
    ...openingIn(fields, key),
    since: required(fields, 'since', count),
    spent: optional(fields, 'spent', numbers),
    calls: required(fields, 'calls', listOf(callIn)),
    said: optional(fields, 'said', text),
    end: optional(fields, 'end', oneOf('replied', 'finished', 'limit', 'stopped', 'failed')),
    reasons: optional(fields, 'reasons', texts),
  }
}

function callIn(value: unknown, key: string): JournalCall {
  const fields = object(value, key)
  return { ...noteIn(fields, key), action: required(fields, 'action', actionIn) }
}

function noteIn(value: unknown, key: string): JournalNote {
  const fields = object(value, key)
  return {
    outcome: optional(fields, 'outcome', oneOf('done', 'failed', 'denied', 'unknown')),
    seen: optional(fields, 'seen', text),
    situation: optional(fields, 'situation', text),
    doubt: optional(fields, 'doubt', text),
  }
}

function saidIn(value: unknown, key: string): JournalSaid {
  const fields = object(value, key)
  return { by: required(fields, 'by', oneOf('user', 'agent')), text: required(fields, 'text', text) }
}

function forkPointIn(value: unknown, key: string): ForkPoint {
  const fields = object(value, key)
  return {
    id: required(fields, 'id', text),
    index: required(fields, 'index', count),
    chain: required(fields, 'chain', text),
  }
}

const texts = listOf(text)
const objects = listOf(object)
const messages = listOf(messageIn)
