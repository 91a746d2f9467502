import { createInterface } from 'node:readline'
import { printable, printableJson } from '@skill-state/protocol'
import type { Agent, OpenOptions } from './agent.ts'
import type { AgentEvent, ApprovalRequest } from './events.ts'
import type { Session } from './session/session.ts'

interface ChatOptions extends OpenOptions {
  /** Where the person writes, one message a line. Default: standard input. */
  readonly input?: NodeJS.ReadableStream | undefined
  /** Where the person reads. Default: standard output. */
  readonly output?: NodeJS.WritableStream | undefined
}

/**
 * Talks with an agent on the terminal: streams its replies, names the tools that it calls, and asks before each call that
 * needs an approval. Goes on with a session that was cut off, and after a turn that failed. Returns
 * when the input or the session ends, or after Ctrl-C.
 *
 * @example
 * ```ts
 * import { agent } from '@skill-state/agent'
 * import { chat } from '@skill-state/agent/terminal'
 * import { scripted } from '@skill-state/models'
 * import { z } from 'zod'
 *
 * const model = scripted(['{"state_patch": {}, "action": {"reply": "Hello."}}'])
 * const greeter = agent({ model, instructions: 'You greet.', state: z.object({}), tools: {} })
 * await chat(greeter, { id: 'monday' })
 * ```
 */
export async function chat(
  agent: Pick<Agent<unknown>, 'open'>,
  { input = process.stdin, output = process.stdout, ...options }: ChatOptions,
): Promise<void> {
  const session = await agent.open(options)
  const terminal = createInterface({ input, output })
  const lines = terminal[Symbol.asyncIterator]()
  const stop = new AbortController()
  terminal.on('SIGINT', () => {
    stop.abort()
    terminal.close()
  })
  const ask = async (question: string): Promise<string | undefined> => {
    terminal.setPrompt(question) // for the line that a person edits
    output.write(question)
    const { value, done } = await lines.next()
    return done ? undefined : String(value).trim()
  }
  const show = async (turn: AsyncIterable<AgentEvent>): Promise<void> => {
    for await (const event of turn) if (!stop.signal.aborted) output.write(printable(shown(event)))
  }
  try {
    let turn: AsyncIterable<AgentEvent> | undefined = session.resume(stop)
    while (turn !== undefined) {
      await show(turn).catch(() => {}) // the event `turn-failed` has told why
      turn = await nextTurn(session, ask, stop.signal)
    }
    if (session.ended) output.write(`[session "${session.id}" has ended: open one with another id]\n`)
  } finally {
    terminal.close()
    await session.close()
  }
}

/** Asks for what the session waits for; undefined if there is no answer or the input has ended. */
async function nextTurn(
  session: Session<unknown>,
  ask: (question: string) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<AsyncIterable<AgentEvent> | undefined> {
  const { approval, call, ended } = session
  if (ended || call !== undefined) return undefined
  if (approval === undefined) {
    const text = await ask('> ')
    return text === undefined
      ? undefined
      : text === ''
        ? session.resume({ signal })
        : session.send(text, { signal })
  }
  const { step, call: which } = approval
  const said = await ask(printable(question(approval)))
  if (said === undefined) return undefined
  if (/^y(es)?$/i.test(said)) return session.approve({ step, call: which, signal })
  return session.deny({ step, call: which, reason: said || 'the person gave no reason', signal })
}

function question({ tool, input, reason }: ApprovalRequest): string {
  const why = reason === undefined ? '' : ` (${reason})`
  return `${tool} ${printableJson(input, 0)}${why}\nApprove? "y", or why not: `
}

const AGAIN = ': an empty line tries again'

function shown(event: AgentEvent): string {
  switch (event.type) {
    case 'reply-text':
      return event.text
    case 'reply':
      return '\n'
    case 'tool-started':
      return `[${event.tool} ${JSON.stringify(event.input)}]\n`
    case 'call-needed':
      return `[${event.tool} waits for its result: call session.answer]\n`
    case 'limit-reached':
      return `[the limit ${event.limit} is reached: ${event.spent} of ${event.most}]\n`
    case 'turn-ended':
      return event.end === 'failed' ? `[${event.reasons?.join('; ')}${event.resumable ? AGAIN : ''}]\n` : ''
    case 'turn-failed':
      return `[${event.message}]\n`
    default:
      return ''
  }
}
