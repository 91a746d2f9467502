import { type ErrorCode, SkillStateError } from '@skill-state/protocol'

/** What the other side may call, by name. */
export type Served = Readonly<Record<string, (...given: never[]) => unknown>>

interface Message {
  readonly id: number
  /** Of a call; the rest is an answer. */
  readonly name?: string
  readonly given?: readonly unknown[]
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly code: ErrorCode | undefined }
}

interface End {
  send?: (message: Message, onSent: () => void) => unknown
  on(event: 'message', hear: (message: unknown) => void): unknown
}

/** Calls between two processes, each of which answers those of the other one in their order. */
export class Wire {
  readonly #end: End
  readonly #served: Served
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #next = 0
  #gone: Error | undefined

  /** `onMessage` hears each message before it takes effect. */
  constructor(end: End, served: Served, onMessage: () => void = () => {}) {
    this.#end = end
    this.#served = served
    end.on('message', (message) => {
      onMessage()
      void this.#receive(message as Message)
    })
  }

  call(name: string, ...given: readonly unknown[]): Promise<unknown> {
    if (this.#gone) return Promise.reject(this.#gone)
    const id = this.#next++
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#send({ id, name, given })
    return answer.promise
  }

  get isCut(): boolean {
    return this.#gone !== undefined
  }

  /** Fails all calls from now on and those that wait: the other process is gone. */
  cut(reason: Error): void {
    this.#gone = reason
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }

  async #receive({ id, name, given = [], result, error }: Message): Promise<void> {
    if (name === undefined) {
      const answer = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) answer?.resolve(result)
      else
        answer?.reject(error.code ? new SkillStateError(error.code, error.message) : new Error(error.message))
      return
    }
    try {
      this.#send({ id, result: await this.#served[name]?.(...(given as never[])) })
    } catch (failure) {
      const { message, code } = failure as SkillStateError
      this.#send({ id, error: { message, code } })
    }
  }

  /** What cannot be sent is answered by `cut`. */
  #send(message: Message): void {
    this.#end.send?.(message, () => {})
  }
}
