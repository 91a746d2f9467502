import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { typedCommand } from '@skill-state/eval/command-line'
import {
  isDeeperThan,
  type JsonObject,
  printableLine,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'
import type { z } from 'zod'

/** UTF-16 units of a line of the wire, at most. */
const MAX_LINE_CHARS = 1_000_000

/** What a program may take for an answer if it does not say otherwise. */
const MAX_ANSWER_MS = 60_000

/** Levels of an answer's lists and objects, at most. */
const MAX_DEPTH = 100

/** UTF-16 units of what an error quotes, at most. */
const MAX_QUOTED_CHARS = 300

/** What a program is given to exit after its input has ended. */
const MAX_EXIT_MS = 2_000

/** The folder of the client for Python, as seen from `dist` and from here. */
const CLIENT: string | undefined = ['../python', '../../python']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

/** Whether the name of a benchmark or a runtime is a command: it has a space. */
export const isCommand = (name: string): boolean => /\S\s+\S/.test(name)

/** A command, and how its program is started. */
export interface Started {
  readonly line: string
  readonly cwd?: string | undefined
  /** Milliseconds for an answer, at most. */
  readonly maxAnswerMs?: number | undefined
}

/**
 * A program that answers lines of JSON, one for one. Every failure of it is one line: it died, gave no answer in time, or
 * answered with what the wire does not have. After a failure every question fails.
 */
export class CommandProcess implements AsyncDisposable {
  /** Milliseconds for an answer, at most. */
  maxAnswerMs: number
  readonly #started: Started
  readonly #child: ChildProcessWithoutNullStreams
  readonly #exited: Promise<unknown>
  #out = ''
  #err = ''
  #failure: SkillStateError | undefined
  #waiting: { readonly take: (line: string) => void; readonly fail: (error: unknown) => void } | undefined

  constructor(started: Started) {
    this.#started = started
    this.maxAnswerMs = started.maxAnswerMs ?? MAX_ANSWER_MS
    const { file, args, options } = spawning(started)
    this.#child = spawn(file, args, options)
    const { stdin, stdout, stderr } = this.#child
    this.#exited = new Promise((resolve) => this.#child.once('exit', resolve).once('error', resolve))
    this.#child.once('error', (error) => this.#fail(`it cannot be started: ${error.message}`))
    this.#child.once('close', (code, signal) => this.#fail(ending(code ?? signal, this.#err)))
    stdin.on('error', () => {}) // its end says why
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#err = (this.#err + text).slice(-MAX_QUOTED_CHARS * 10)
    })
    stdout.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
  }

  /** The answer, which fits the schema. Throws `environment-failed`, or the signal's reason. */
  async ask<T>(message: JsonObject, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const { maxAnswerMs } = this
    const timer = setTimeout(() => this.#fail(`it gave no answer within ${maxAnswerMs} ms`), maxAnswerMs)
    const onAbort = (): void => this.#waiting?.fail(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    try {
      const line = await this.#answer(message)
      return readAnswer(line, schema)
    } catch (error) {
      if (error instanceof SkillStateError && error !== this.#failure) throw this.#fail(error.message)
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #answer(message: JsonObject): Promise<string> {
    return new Promise((take, fail) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#waiting = { take, fail }
      this.#child.stdin.write(`${JSON.stringify(message)}\n`)
    })
  }

  #hear(text: string): void {
    this.#out += text
    const waiting = this.#waiting
    const end = this.#out.indexOf('\n')
    if ((end < 0 ? this.#out.length : end) > MAX_LINE_CHARS) {
      this.#fail(`its answer has more than ${MAX_LINE_CHARS} characters`)
    } else if (end >= 0 && (waiting === undefined || end < this.#out.length - 1)) {
      this.#fail(`it wrote more than an answer: ${quoted(this.#out)}`)
    } else if (end >= 0) {
      this.#waiting = undefined
      const line = this.#out.slice(0, end)
      this.#out = ''
      waiting?.take(line)
    }
  }

  /** The first failure counts; the program is of no more use. */
  #fail(what: string): SkillStateError {
    this.#failure ??= failed(this.#started, what)
    this.#out = ''
    this.#child.kill('SIGKILL')
    this.#waiting?.fail(this.#failure)
    this.#waiting = undefined
    return this.#failure
  }

  /** Ends its input, and kills it if it does not exit. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), MAX_EXIT_MS)
    await this.#exited
    clearTimeout(timer)
    this.#child.stdout.destroy()
    this.#child.stderr.destroy()
  }
}

/** Asks a program that is started for one question alone, and waits. Throws `environment-failed`. */
export function askOnce<T>(started: Started, message: JsonObject, schema: z.ZodType<T>): T {
  const { maxAnswerMs = MAX_ANSWER_MS } = started
  const { file, args, options } = spawning(started)
  const input = `${JSON.stringify(message)}\n`
  const limits = { timeout: maxAnswerMs, killSignal: 'SIGKILL', maxBuffer: 4 * MAX_LINE_CHARS } as const
  const { error, status, signal, stdout, stderr } = spawnSync(file, args, {
    ...options,
    ...limits,
    input,
    encoding: 'utf8',
  })
  if (error !== undefined) throw failed(started, `it gave no answer: ${error.message}`)
  if (status !== 0) throw failed(started, ending(status ?? signal, stderr))
  try {
    return readAnswer(stdout.trimEnd(), schema)
  } catch (failure) {
    throw failed(started, reasonOf(failure))
  }
}

/** Variables of ours that a program gets; on Windows those without which it does not start. */
const INHERITED = [
  ...['PATH', 'HOME', 'LANG', 'TMPDIR', 'VIRTUAL_ENV', 'PYTHONPATH'],
  ...['SYSTEMROOT', 'TEMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT'],
]

function spawning({ line, cwd }: Started) {
  const { command, args, env: given } = typedCommand(line, 'a command')
  const ours = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]))
  const env = {
    ...ours,
    PYTHONPATH: [CLIENT, ours.PYTHONPATH].filter(Boolean).join(delimiter),
    PYTHONHASHSEED: '0', // so that the order of a set is the same in each process
    PYTHONDONTWRITEBYTECODE: '1',
    ...given,
  }
  return { file: command, args, options: { cwd, env, windowsHide: true } }
}

function readAnswer<T>(line: string, schema: z.ZodType<T>): T {
  const value = parse(line)
  if (isDeeperThan(MAX_DEPTH, value)) throw answerFault(`is nested deeper than ${MAX_DEPTH} levels`)
  const parsed = schema.safeParse(value)
  if (parsed.success) return value as T // a schema's copy would lose a key `__proto__`
  const [issue] = parsed.error.issues
  throw answerFault(`is not as the wire has it: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw answerFault(`is not JSON: ${quoted(line)}`)
  }
}

const answerFault = (what: string): SkillStateError =>
  new SkillStateError('environment-failed', `its answer ${what}`)

const failed = ({ line }: Started, what: string): SkillStateError =>
  new SkillStateError('environment-failed', printableLine(`${line}: ${what}`).slice(0, 2 * MAX_QUOTED_CHARS))

/** With the last line of its standard error, which says what was raised in Python. */
function ending(code: string | number | null, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? ''
  return `it ended with ${code}${last === '' ? '' : `: ${last.slice(0, MAX_QUOTED_CHARS)}`}`
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_QUOTED_CHARS))
