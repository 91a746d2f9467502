import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isDeeperThan } from '@skill-state/protocol'

/** Most bytes of one message that are read: a result of 12 MB, with what JSON adds. */
export const MAX_MESSAGE_BYTES = 13_000_000
/** Most levels of lists and objects in one message that are read. */
const MAX_DEPTH = 200

/** The code of an error that is ours: the server answered, and the answer was not read. Outside of what JSON-RPC reserves. */
export const UNREAD = -31_999

/** Why an answer is not read, in the words of an observation. */
export const TOO_LONG: string = 'larger than the 12 MB that skill-state reads'
const TOO_DEEP = `nested deeper than the ${MAX_DEPTH} levels that skill-state reads`

/** Stands in for an answer that is not read, so that the call ends. */
export function unread(id: string | number, reason: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: UNREAD, message: reason } }
}

/** The id of a message, by its first and last characters. */
export function idOf(first: string, last: string): string | number | undefined {
  const [, id] = FIRST.exec(first) ?? LAST.exec(last) ?? []
  return id === undefined ? undefined : JSON.parse(id)
}

const FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(0|[1-9]\d{0,14}|"[\w-]{1,80}")\s*,/
const LAST = /"id"\s*:\s*(0|[1-9]\d{0,14}|"[\w-]{1,80}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/

/** Puts an error into the place of each answer that is nested so deep that recursive code would fail on it. */
export function guardDepth(transport: Transport): void {
  const deliver = transport.onmessage
  transport.onmessage = (message, extra) => {
    const id = 'method' in message ? undefined : message.id
    deliver?.(id !== undefined && isDeeperThan(MAX_DEPTH, message) ? unread(id, TOO_DEEP) : message, extra)
  }
}
