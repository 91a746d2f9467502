import type { AgentEvent, ApprovalRequest } from '../events.ts'

/** What a page shows of a session. A new object after each change. */
export interface SessionView {
  readonly messages: readonly { readonly by: 'user' | 'agent'; readonly text: string }[]
  /** What the agent has written so far of the reply under way. */
  readonly writing: string
  readonly tool?: string | undefined
  /** The calls that wait for the user; none while an answer is on its way. */
  readonly approvals: readonly ApprovalRequest[]
  readonly approval?: ApprovalRequest | undefined
  /** The agent's state, as the server last gave it. */
  readonly state?: unknown
  readonly busy: boolean
  /** Why the last message was not answered; absent if it was. */
  readonly problem?: string | undefined
}

export interface SessionClientOptions {
  /** Where the session is on the server, such as `/customers/7`; see the guide for its routes. */
  readonly url: string
  /** Headers of each request, such as who is signed in. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  /** Keeps the message under way over a reload. Default: the tab's `sessionStorage`. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Waits before a request is made again, while another one runs a turn or the server cannot be reached. Default 1,000 ms. */
  readonly retryMs?: number | undefined
  readonly onEvent?: ((event: AgentEvent) => void) | undefined
}

export interface SessionClient {
  /** What to show now. The same object until something changes. */
  view(this: void): SessionView
  /** Calls back after each change, until the function that it returns is called. */
  subscribe(this: void, onChange: () => void): () => void
  /** Reads the session, also from a server that is not reached at once, and continues the message that a reload cut off. */
  load(): Promise<void>
  /** Sends a message, and returns after its turn. It is sent again until the server has it, and played once. */
  send(text: string): Promise<void>
  /**
   * Approves a call that waits, by default the first; with a reason, denies it. Returns after the turn that follows. If the connection
   * is lost before the server has it, the call still waits.
   */
  decide(denied?: string, approval?: Pick<ApprovalRequest, 'step' | 'call'>): Promise<void>
  stop(): Promise<void>
}

type Failure = { readonly code: string; readonly message: string }

/** Attempts for one message: with the default wait, a turn of another request may take ten minutes. */
const MOST_ATTEMPTS = 600

/**
 * A session on a server, for a page: no framework, no dependency. A method rejects only if the server answers it with an
 * error status; what goes wrong in a turn is `problem` of the view.
 */
export function sessionClient(options: SessionClientOptions): SessionClient {
  const { url, headers = () => ({}), storage = globalThis.sessionStorage, retryMs = 1_000 } = options
  const fetch = options.fetch ?? globalThis.fetch
  const key = `skill-state ${url}`
  const listeners = new Set<() => void>()
  let view: SessionView = { messages: [], approvals: [], writing: '', busy: false }

  function show(change: Partial<SessionView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  async function ask(
    path: string,
    body?: string,
    own: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(url + path, {
      method,
      body: body ?? null,
      headers: { ...headers(), ...own },
    })
    if (!response.ok)
      throw new Error(`${method} ${url}${path}: the server answered ${response.status}`, { cause: response })
    return response
  }

  /** Shows a turn while it streams. Returns why it was not played to its end. */
  async function follow(response: Response): Promise<Failure | undefined> {
    for await (const event of eventsOf(response)) {
      options.onEvent?.(event)
      if (event.type === 'turn-failed') return event
      if (event.type === 'turn-ended') {
        show({ problem: event.reasons?.join('; ') })
        return undefined
      }
      if (event.type === 'reply-text') show({ writing: view.writing + event.text })
      if (event.type === 'patch-rejected') show({ writing: '' })
      if (event.type === 'tool-started') show({ tool: event.tool })
      if (event.type === 'tool-ended') show({ tool: undefined })
    }
    return { code: 'cut-off', message: 'the connection ended before the turn' }
  }

  /** Asks until the server is reached, and says meanwhile why it is not. For requests that may be made twice. */
  async function reach<T>(path: string, body: string | undefined, read: (response: Response) => Promise<T>) {
    const { problem } = view
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await read(await ask(path, body))
        if (attempt > 1) show({ problem })
        return answer
      } catch (error) {
        if (isAnswer(error) || attempt === MOST_ATTEMPTS) throw error
        show({ problem: messageOf(error) })
        await wait(retryMs)
      }
    }
  }

  async function refresh(): Promise<void> {
    type Read = Pick<SessionView, 'messages' | 'approvals' | 'state'>
    const now = await reach('', undefined, async (response) => (await response.json()) as Read)
    const { messages, approvals, state } = now
    show({ messages, approvals, approval: approvals[0], state, writing: '', tool: undefined })
  }

  /** Shows the turn that a request plays. A lost connection is a failure; an error status is thrown. */
  async function play(...request: Parameters<typeof ask>): Promise<Failure | undefined> {
    try {
      return await follow(await ask(...request))
    } catch (error) {
      if (isAnswer(error)) throw error
      return { code: 'cut-off', message: messageOf(error) }
    }
  }

  /** Sends a message under its id until its turn has ended, and forgets it then. */
  async function deliver(id: string, text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const failed = await play('/messages', text, { 'idempotency-key': id })
      if (!['cut-off', 'journal-conflict'].includes(failed?.code ?? '') || attempt === MOST_ATTEMPTS) {
        storage?.removeItem(key)
        return failed && show({ problem: failed.message })
      }
      await wait(retryMs)
      show({ writing: '' })
    }
  }

  async function during(work: () => Promise<void>): Promise<void> {
    show({ busy: true, problem: undefined, writing: '' })
    try {
      await work()
      await refresh()
    } finally {
      show({ busy: false })
    }
  }

  return {
    view: () => view,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    async load() {
      const [id, text] = JSON.parse(storage?.getItem(key) ?? '[]') as readonly string[]
      await refresh()
      if (id !== undefined && text !== undefined) await during(() => deliver(id, text))
    },
    async send(text) {
      const id = crypto.randomUUID()
      storage?.setItem(key, JSON.stringify([id, text]))
      show({ messages: [...view.messages, { by: 'user', text }] })
      await during(() => deliver(id, text))
    },
    async decide(denied = 'yes', approval = view.approval) {
      if (approval === undefined || view.approvals.length === 0) return
      const { step, call } = approval
      show({ approvals: [], approval: undefined })
      await during(async () => {
        const place = call === undefined ? `${step}` : `${step}/${call}`
        const failed = await play(`/approvals/${place}`, denied)
        if (failed !== undefined) show({ problem: failed.message })
      })
    },
    async stop() {
      await reach('/stop', '', async () => {})
    },
  }
}

/** Whether the server answered, with an error status. */
const isAnswer = (error: unknown): boolean => error instanceof Error && error.cause instanceof Response

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The events of a turn that `eventResponse` streams. */
async function* eventsOf({ body }: Response): AsyncGenerator<AgentEvent> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read()
    rest += decoder.decode(value, { stream: !done })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length))
    }
    if (done) return
  }
}
