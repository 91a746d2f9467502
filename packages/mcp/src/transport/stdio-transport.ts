import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import type { StdioServer } from '../server.ts'
import { splitLines } from './split-lines.ts'
import { idOf, MAX_MESSAGE_BYTES, TOO_LONG, unread } from './unread.ts'

/** Milliseconds that a server has to end after its input was closed, and again after it was asked to. */
const GRACE_MS = 2_000

/** Characters kept of what the server wrote to its standard error. */
const STDERR_CHARS = 2_000

/**
 * A process of its own group, so that a Ctrl-C at the terminal reaches us and not the server: a step under way can come to
 * its end. The transport of the SDK leaves the server in our group. Closing ends the whole group, with what `npx` started.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  stderr = ''
  readonly #server: StdioServer
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(server: StdioServer) {
    this.#server = server
  }

  start(): Promise<void> {
    const { command, args = [], env = {}, cwd } = this.#server
    const child = spawn(command, args, {
      env: { ...inherited(), ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    })
    void this.#ended.then(() => {
      this.#child = undefined
      this.onclose?.()
    })
    const read = splitLines(MAX_MESSAGE_BYTES, {
      line: (text) => this.#read(text),
      tooLong: (first, last) => this.#leaveOut(first, last),
    })
    child.stdout.on('data', read)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_CHARS)
    })
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on('error', (error) => this.onerror?.(error))
    }
    return new Promise((resolve, reject) => {
      child.once('spawn', () => resolve())
      child.once('error', reject)
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#child === undefined) {
        reject(new Error('the server has ended'))
        return
      }
      this.#child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
    })
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    child.stdin.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#endsWithin(GRACE_MS)) return
      endGroup(child.pid, signal)
    }
    await this.#ended
  }

  #read(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line))
    } catch (error) {
      this.onerror?.(error as Error) // a line that is no message, such as a greeting
    }
  }

  #leaveOut(first: string, last: string): void {
    const id = idOf(first, last)
    if (id === undefined) this.onerror?.(new Error(`a message is ${TOO_LONG}`))
    else this.onmessage?.(unread(id, TOO_LONG))
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms)
    })
    try {
      return await Promise.race([this.#ended.then(() => true), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** PATH and HOME; on Windows what a program needs there to start at all. */
function inherited(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return getDefaultEnvironment()
  const { PATH, HOME } = process.env
  return { PATH, HOME }
}

function endGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
