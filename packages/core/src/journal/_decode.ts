import { type Action, isJsonObject, type JsonObject, type Observation } from '@skill-state/protocol'
import { readJson } from '../_read-json.ts'
import { type BaseRecord, FORMAT, type ForkPoint, type JournalRecord } from './_record.ts'
import type { CommitMode, JournalDecision } from './journal.ts'

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
      return { kind, ...decisionIn(fields, index) }
    case 'answered':
      return { kind, index, observation: observationIn(fields) }
    default:
      return baseIn(kind, index, fields)
  }
}

function baseIn(kind: string, index: number, fields: Fields): BaseRecord {
  const base = {
    index,
    schemaVersion: countIn(fields, 'schemaVersion'),
    line: 'line' in fields ? countIn(fields, 'line') : 0,
    state: objectIn(fields, 'state'),
    ...('text' in fields && { observation: observationIn(fields) }),
  }
  switch (kind) {
    case 'open': {
      if (fields.format !== FORMAT) throw new Error(`expected "format" to be ${FORMAT}`)
      const forkedFrom = 'forkedFrom' in fields && { forkedFrom: forkPointIn(objectIn(fields, 'forkedFrom')) }
      const [id, skill] = [textIn(fields, 'id'), textIn(fields, 'skill')]
      return { kind, format: FORMAT, id, skill, ...base, ...forkedFrom }
    }
    case 'snapshot':
    case 'undone':
      return { kind, ...base }
    case 'migrated':
      return {
        kind,
        ...base,
        ...('pending' in fields && { pending: decisionIn(objectIn(fields, 'pending'), index) }),
      }
    default:
      throw new Error('expected a kind of record as the first key')
  }
}

function decisionIn(fields: Fields, index: number): JournalDecision {
  const { action, commit = 'before-action' } = fields
  if (!isAction(action)) throw new Error('expected an "action"')
  if (!isCommit(commit)) throw new Error('expected "commit" to be a known mode')
  return {
    index,
    ...('patch' in fields && { patch: objectIn(fields, 'patch') }),
    action,
    ...('source' in fields && { source: textIn(fields, 'source') }),
    commit,
  }
}

function observationIn(fields: Fields): Observation {
  const { done = false, refused } = fields
  if (typeof done !== 'boolean') throw new Error('expected "done" to be true or false')
  if (refused === undefined) return { text: textIn(fields, 'text'), done }
  if (typeof refused !== 'boolean') throw new Error('expected "refused" to be true or false')
  return { text: textIn(fields, 'text'), done, refused }
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

function textIn(fields: Fields, key: string): string {
  const value = fields[key]
  if (typeof value !== 'string') throw new Error(`expected "${key}" to be text`)
  return value
}

function countIn(fields: Fields, key: string): number {
  const value = fields[key]
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw new Error(`expected "${key}" to be a whole number from 0`)
  }
  return Number(value)
}
