import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FailedAttempt, Model, ModelRequest, ModelResponse } from '@skill-state/protocol'
import { type AnthropicOptions, anthropic } from '../src/anthropic/anthropic.ts'
import { rateLimiter } from '../src/limits/limiter.ts'
import { type Loopback, type Scenes, withLoopback } from './loopback.ts'

/** A model behind the server at the address, with a limiter of its own and hardly a wait between attempts. */
export function modelAt(url: string, options: Partial<AnthropicOptions> = {}): Model {
  return anthropic({
    model: 'claude-loopback',
    apiKey: 'sk-test',
    baseUrl: url,
    ...options,
    transport: { backoff: { baseMs: 1, capMs: 2 }, limiter: rateLimiter(), ...options.transport },
  })
}

export interface Ended {
  readonly response?: ModelResponse
  readonly error?: unknown
  readonly retries: readonly FailedAttempt[]
  readonly server: Loopback
}

/** Asks once, and waits until everything that the call held is free again: sockets, timers, the server's side. */
export async function ask(
  scenes: Scenes,
  options: Partial<AnthropicOptions> = {},
  request: Partial<ModelRequest> = {},
): Promise<Ended> {
  const before = heldResources()
  const ended = await withLoopback(scenes, async (server) => {
    const retries: FailedAttempt[] = []
    const onRetry = (failure: FailedAttempt): void => void retries.push(failure)
    const call = modelAt(server.url, options).generate({ prompt: 'Where to?', onRetry, ...request })
    const [settled] = await Promise.allSettled([call])
    while (server.busySockets() > 0) await nextTurn()
    return settled.status === 'fulfilled'
      ? { response: settled.value, retries, server }
      : { error: settled.reason, retries, server }
  })
  while (heldResources() > before) await nextTurn()
  return ended
}

/** How many sockets and timers keep this process alive. A leak makes a test hang until its time is over. */
function heldResources(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name)).length
}
