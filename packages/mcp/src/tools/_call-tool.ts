import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { type JsonObject, reasonOf, SkillStateError } from '@skill-state/protocol'
import { ToolFailure } from '@skill-state/tools'
import type { CalledTool, CallOptions, Connection } from '../connection/connection.ts'
import type { McpTool } from '../connection/open-mcp.ts'
import { MAX_CALL_MS, Silence } from '../connection/patience.ts'
import { oneLine } from '../connection/result-text.ts'
import { UNREAD } from '../transport/unread.ts'

/**
 * Calls a tool. Whatever the server answers becomes text, and so does its silence, because it is unknown what it means. Throws
 * `ToolFailure` if the tool, or the server for it, says that there was an error, `environment-failed` if the server has ended
 * or cannot be reached, and if the signal is aborted, its reason.
 */
export async function callTool(
  connection: Connection,
  { name, action }: McpTool,
  parameters: JsonObject,
  options: CallOptions,
): Promise<string> {
  let called: CalledTool
  try {
    called = await connection.call(name, { ...parameters }, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    return explain(error, connection, action, options.timeoutMs)
  }
  if (called.isError) throw new ToolFailure(`The tool answered with an error:\n${called.text}`)
  return called.text
}

function explain(error: unknown, connection: Connection, action: string, timeoutMs: number): string {
  const failure = connection.failure()
  if (failure !== undefined) throw failure
  const message = reasonOf(error)
  if (error instanceof ProtocolError && error.code === UNREAD)
    return `${action} was called, but its result is ${message} and was not read. Ask for a smaller part.`
  if (error instanceof ProtocolError) throw new ToolFailure(`The server refused the call: ${message}`)
  const code = error instanceof SdkError ? error.code : undefined
  if (error instanceof Silence || code === SdkErrorCode.RequestTimeout) {
    const ms = error instanceof Silence ? timeoutMs : MAX_CALL_MS
    return `${action} gave no answer within ${ms / 1_000} s. Whether it did anything is not known.`
  }
  if (code === SdkErrorCode.InvalidResult)
    return `${action} was called, but its result is not valid: ${message}`
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
