import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { type JsonObject, reasonOf, SkillStateError } from '@skill-state/protocol'
import type { CalledTool, CallOptions, Connection } from '../connection/connection.ts'
import type { McpTool } from '../connection/open-mcp.ts'
import { MAX_CALL_MS, Silence } from '../connection/patience.ts'
import { oneLine } from '../connection/result-text.ts'
import { UNREAD } from '../transport/unread.ts'

/** How a tool answered. */
export interface Answer {
  readonly text: string
  /** True if the tool, or the server for it, says that there was an error. */
  readonly refused: boolean
}

/**
 * Calls a tool. Whatever the server answers becomes text, errors included, and so does its silence, because it is unknown what
 * it means. Throws `environment-failed` if the server has ended or cannot be reached, and if the signal is aborted,
 * its reason.
 */
export async function callTool(
  connection: Connection,
  { name, action }: McpTool,
  parameters: JsonObject,
  options: CallOptions,
): Promise<Answer> {
  let called: CalledTool
  try {
    called = await connection.call(name, { ...parameters }, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    return explain(error, connection, action, options.timeoutMs)
  }
  const { text, isError } = called
  return isError
    ? { text: `The tool answered with an error:\n${text}`, refused: true }
    : { text, refused: false }
}

function explain(error: unknown, connection: Connection, action: string, timeoutMs: number): Answer {
  const failure = connection.failure()
  if (failure !== undefined) throw failure
  const message = reasonOf(error)
  if (error instanceof ProtocolError && error.code === UNREAD) {
    const text = `${action} was called, but its result is ${message} and was not read. Ask for a smaller part.`
    return { text, refused: false }
  }
  if (error instanceof ProtocolError)
    return { text: `The server refused the call: ${message}`, refused: true }
  const code = error instanceof SdkError ? error.code : undefined
  if (error instanceof Silence || code === SdkErrorCode.RequestTimeout) {
    const ms = error instanceof Silence ? timeoutMs : MAX_CALL_MS
    const text = `${action} gave no answer within ${ms / 1_000} s. Whether it did anything is not known.`
    return { text, refused: false }
  }
  if (code === SdkErrorCode.InvalidResult) {
    return { text: `${action} was called, but its result is not valid: ${message}`, refused: false }
  }
  throw new SkillStateError(
    'environment-failed',
    `the MCP server "${connection.name}" cannot be reached: ${asFailure(error)}`,
    { cause: error },
  )
}

/** Why something could not be read, on one line. */
export function asFailure(error: unknown): string {
  return oneLine(reasonOf(error)).slice(0, 300)
}
