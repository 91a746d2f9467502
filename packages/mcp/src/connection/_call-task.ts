import {
  type CallToolResult,
  type Client,
  type RequestOptions,
  specTypeSchemas,
} from '@modelcontextprotocol/client'
import { clock } from '@skill-state/protocol'

/** Milliseconds between two looks at a task, if the server proposes no other, and at most. */
const [LOOK_MS, MAX_LOOK_MS] = [1_000, 30_000]

/**
 * Calls a tool that works as a task: looks at it until it has ended or asks for something, then takes its result, which waits
 * for what is asked. Each look counts as progress. A call that is given up cancels its task.
 */
export async function callTask(
  client: Client,
  { name, args }: { readonly name: string; readonly args: Record<string, unknown> },
  options: RequestOptions,
): Promise<CallToolResult> {
  const call = { method: 'tools/call', params: { name, arguments: args, task: {} } }
  const { task } = await client.request(call, specTypeSchemas.CreateTaskResult, options)
  const params = { taskId: task.taskId }
  try {
    for (let { status, pollInterval = LOOK_MS } = task, looks = 1; status === 'working'; looks += 1) {
      await pause(Math.min(Math.max(pollInterval, 1), MAX_LOOK_MS), options.signal)
      const now = await client.request(
        { method: 'tasks/get', params },
        specTypeSchemas.GetTaskResult,
        options,
      )
      ;({ status, pollInterval = LOOK_MS } = now)
      options.onprogress?.({ progress: looks, message: now.statusMessage ?? status })
    }
    return await client.request({ method: 'tasks/result', params }, specTypeSchemas.CallToolResult, options)
  } catch (error) {
    if (options.signal?.aborted)
      await client
        .request({ method: 'tasks/cancel', params }, specTypeSchemas.CancelTaskResult, { timeout: LOOK_MS })
        .catch(() => {}) // it may have ended, or the server
    throw error
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clock.clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
