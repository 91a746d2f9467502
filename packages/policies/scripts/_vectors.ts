import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ReasonedMessage } from '@skill-state/policies'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export interface Row {
  readonly id?: string
  readonly conv?: string
  readonly policy?: string
  readonly set?: string
  readonly mapping?: string
  readonly sha256?: string
  readonly prompt?: string
  readonly [key: string]: Json | undefined
}

/** Every row of files and folders of JSON lines, gzipped or not. */
export function readRows(paths: readonly string[]): readonly Row[] {
  return paths.flatMap(filesOf).flatMap(linesOf)
}

export type Conversations = ReadonlyMap<string, readonly ReasonedMessage[]>

/** The conversation that a row is about. */
export function conversationOf(conversations: Conversations, { conv = '' }: Row): readonly ReasonedMessage[] {
  const messages = conversations.get(conv)
  if (messages === undefined) throw new Error(`conversation "${conv}" is missing: give its file too`)
  return messages
}

/** Conversations by their id: among the rows, or in the file of that name beside the others. */
export function conversationsOf(rows: readonly Row[], paths: readonly string[]): Conversations {
  const isConversation = (row: Row): boolean => row.policy === undefined && Array.isArray(row.messages)
  const found = rows.filter(isConversation)
  const beside = [...new Set(paths.map(dirname))].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (/^conversations\.jsonl/.test(name) ? [join(folder, name)] : [])),
  )
  const all = found.length > 0 ? found : readRows(beside)
  return new Map(all.map(({ id = '', messages }) => [id, (messages as readonly Row[]).map(messageOf)]))
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .map((name) => join(path, name))
}

function linesOf(path: string): readonly Row[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** A message as vectors write it. */
export function messageOf(row: Row): ReasonedMessage {
  const { role, text, calls, callId, name, isError, reasoning } = row
  return {
    role: role as ReasonedMessage['role'],
    content: text as string,
    ...(calls !== undefined && {
      calls: (calls as readonly Row[]).map(({ id, name, args }) => ({
        id: id as string,
        name: name as string,
        arguments: args as never,
      })),
    }),
    ...(callId !== undefined && { callId: callId as string }),
    ...(name !== undefined && { tool: name as string }),
    ...(isError === true && { error: true }),
    ...(reasoning !== undefined && { reasoning: reasoning as string }),
  }
}
