import { createInterface, type Interface } from 'node:readline'
import { type Action, printable } from '@skill-state/protocol'
import { actionText } from './report/report.ts'

/** Asks a person on the terminal. Its caller closes it. */
export type Asker = ReturnType<typeof terminalAsker>

/** Listens to standard input from the first question on. */
export function terminalAsker() {
  let lines: Interface | undefined
  let isOver = false
  /** Lines that were typed before they were asked for: of a pipe they are answers, of a person they are mistakes. */
  let early: string[] = []
  let answered = (): void => {}

  function listen(): void {
    if (lines !== undefined) return
    // Without a terminal of its own, so that Ctrl-C stays a signal.
    lines = createInterface({ input: process.stdin, terminal: false })
    lines.on('line', (line) => {
      early.push(line)
      answered()
    })
    lines.on('close', () => {
      isOver = true
      answered()
    })
  }

  function nextLine(signal?: AbortSignal): Promise<string | undefined> {
    if (process.stdin.isTTY) early = []
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const settle = (): void => {
      answered = () => {}
      resolve(early.shift())
    }
    answered = settle
    signal?.addEventListener('abort', () => resolve(undefined))
    if (early.length > 0 || isOver || signal?.aborted) settle()
    return promise
  }

  async function answerTo(question: string, signal?: AbortSignal): Promise<string | undefined> {
    listen()
    process.stderr.write(question)
    return (await nextLine(signal))?.trim()
  }

  return {
    /** Asks a question that y answers; undefined without an answer. */
    confirm: async (question: string, signal?: AbortSignal): Promise<boolean | undefined> => {
      const answer = await answerTo(`${printable(question)} y or n:\n`, signal)
      return answer === undefined ? undefined : YES.test(answer)
    },
    /** Asks whether an action may be done, or why not; undefined without an answer. The signal ends the question. */
    ask: async (action: Action, signal: AbortSignal) => {
      const question = `\n${printable(actionText(action))}\napprove? y, or the reason why not:\n`
      const answer = await answerTo(question, signal)
      if (answer === undefined) return undefined
      if (YES.test(answer)) return { approved: true } as const
      const reason = /^(no?)?$/i.test(answer) ? 'no reason was given' : answer
      return { approved: false, reason } as const
    },
    line: answerTo,
    close: () => lines?.close(),
  }
}

const YES = /^y(es)?$/i
