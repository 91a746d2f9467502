import { type Agent, type AgentEvent, type AgentOptions, agent, type Session } from '@skill-state/agent'
import {
  type JsonObject,
  type Model,
  type ModelRequest,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'
import { type Auditor, placeOf, tokensIn } from './auditor.ts'
import { oneOf } from './choices.ts'
import type { Outcome, Process, World } from './world.ts'

const id = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
}

/** The tools call the desk of the process whose session calls them. */
const execute =
  (tool: string) => (input: unknown, call: { context: unknown; key: string; signal: AbortSignal }) =>
    (call.context as Teller).call(tool, input as Input, call)

const tools = {
  pay: { description: 'Pays.', input: id, approve: true, execute: execute('pay') },
  book: {
    description: 'Books.',
    input: id,
    approve: ({ input }: { input: Input }) => isDear(input) && 'it costs a lot',
    sequential: true,
    execute: execute('book'),
  },
  fetch: { description: 'Fetches.', input: id, onUnknown: 'repeat', execute: execute('fetch') },
  look: { description: 'Looks.', input: id },
}

interface Input {
  readonly id: number
}

interface Active {
  readonly owner: Process
  readonly signal: AbortSignal | undefined
  /** What the process does. */
  readonly what: string
}

/** Whether two things may be done at once: calls of one list, of which none has to run alone. */
function mayBeside(what: string, other: string): boolean {
  return [what, other].every((each) => each.startsWith('executes') && each !== 'executes book')
}

/** The place of a call, from its key. */
export const placeIn = (key: string): string => key.slice(key.indexOf('/') + 1)

const isDear = ({ id }: Input): boolean => id % 3 === 0

const state = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 0, maximum: 1_000 },
    notes: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 }, maxProperties: 4 },
    receipts: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 40 },
  },
  required: ['count', 'notes', 'receipts'],
  additionalProperties: false,
}

/** Most output tokens, and the limits in tokens and virtual milliseconds. */
const [REPLY_TOKENS, SESSION_TOKENS, MESSAGE_MS] = [300, 45_000, 40]

/** Most calls of a step. */
const MAX_CALLS = 4

/** Most events of the agents in one schedule: many times what any has. */
const MAX_HEARD = 5_000

const capabilities = { maxOutputTokens: REPLY_TOKENS }

/** The agents of schedules: each promise that an option makes is tried. */
const variants: readonly Partial<AgentOptions<never, never>>[] = [
  {},
  { commit: 'after-accept' },
  { limits: { session: { tokens: SESSION_TOKENS } } },
  { limits: { message: { wallTimeMs: MESSAGE_MS, steps: 4 } }, recent: 2 },
  { replyWithTools: true, finish: true },
  { limits: { message: { tokens: SESSION_TOKENS / 2 } }, commit: 'after-accept', recent: 1 },
]

/** Which desk hears the events of the agents, which outlive it. */
export const hearing: { desk?: Desk } = {}

const agents = variants.map(
  (options): Agent<JsonObject> =>
    agent({
      model: { id: 'simulated', capabilities, generate: async () => ({}) as never },
      instructions: 'Help.',
      state,
      initialState: { count: 0, notes: {}, receipts: [] },
      capture: [{ name: 'receipts', from: { tool: 'book', path: '$.receipt' } }],
      tools,
      maxResultChars: MAX_CALLS * 500,
      onEvent: (event: AgentEvent) => hearing.desk?.hear(event),
      onWarning: () => {},
      ...options,
    } as never),
)

/** Where one decision of a caller names the call that it has looked at. */
export interface Allowed {
  readonly place: string
  readonly tool: string
  readonly id: number
}

/** What is outside of the runtime and common to all processes: the world of the tools, the provider's bill, what callers allowed. */
export class Desk {
  readonly world: World
  readonly auditor: Auditor
  readonly agent: Agent<JsonObject>
  readonly variant: number
  readonly allowed: Allowed[] = []
  /** All that were opened, those of killed processes too. */
  readonly sessions: Session<unknown>[] = []
  /** Tokens that the provider charges. */
  billed = 0
  /** Step numbers below this were stopped. */
  stoppedBefore = 0
  /** True while nothing goes wrong: models answer, tools succeed. */
  calm = false
  /** Whether only the order of things is to be chosen, and the model asks for an approval, for a call, and replies, by turns. */
  readonly isSmall: boolean
  /** Whether the loss of power may have taken results. */
  hasLostPower = false
  /** Whether only one process may act. */
  isExclusive: (other: Process) => boolean = () => true
  /** Events until the observer throws. */
  deafIn: number | undefined
  readonly #effects = new Map<string, { readonly tool: string; readonly id: number }>()
  readonly #active = new Map<object, Active>()
  readonly #began: number[] = []
  #numbers = 0
  #words = 0
  #heard = 0

  constructor(world: World, auditor: Auditor, variant: number, isSmall: boolean) {
    this.isSmall = isSmall
    this.world = world
    this.auditor = auditor
    this.variant = variant
    this.agent = agents[variant] as Agent<JsonObject>
  }

  /** Whether models answer and tools succeed. */
  get isOrdinary(): boolean {
    return this.calm || this.isSmall
  }

  /** What may become of an operation if something may go wrong. */
  ifFaulty<T>(...outcomes: readonly Outcome<T>[]): readonly Outcome<T>[] {
    return this.isOrdinary ? [] : outcomes
  }

  next(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Which of its words the model says in a small world. */
  word(): number {
    this.#words += 1
    return (this.#words - 1) % 3
  }

  /** Says that a process acts. No other one may, as long as that lasts. */
  begin(owner: Process, signal: AbortSignal | undefined, what: string): object {
    for (const other of this.#active.values()) {
      if (!other.owner.isAlive || other.signal?.aborted || !this.isExclusive(other.owner)) continue
      const both = (): string => `${owner.name} ${what} beside ${other.owner.name}, which ${other.what}`
      this.world.ensure(other.owner === owner, 'a session has one owner', both)
      this.world.ensure(mayBeside(what, other.what), 'a call that runs alone runs alone', both)
    }
    const handle = {}
    this.#active.set(handle, { owner, signal, what })
    return handle
  }

  end(handle: object): void {
    this.#active.delete(handle)
  }

  /** A tool begins to execute: from here on it has taken effect. */
  effect(tool: string, { id }: Input, key: string, signal: AbortSignal): void {
    const { world, auditor } = this
    const place = placeIn(key)
    const where = `${tool} ${id} of step ${place}`
    const decision = auditor.decisions.get(place)
    const isDecided = (decision?.[tool] as Input | undefined)?.id === id && !auditor.answers.has(place)
    world.ensure(isDecided, 'a call is on record before it is executed', where)
    if (tool === 'pay' || (tool === 'book' && isDear({ id }))) {
      const isAllowed = this.allowed.some(
        (each) => each.place === place && each.tool === tool && each.id === id,
      )
      world.ensure(isAllowed, 'no effect without approval', where)
      world.ensure(auditor.approved.has(place), 'an approval is on record before its call', where)
    }
    const before = this.#effects.get(key)
    const isFirst = before === undefined || (tool === 'fetch' && before.id === id)
    world.ensure(isFirst, 'no effect twice under one key', () => `${where}, key ${key}`)
    world.ensure(Number.parseInt(place, 10) >= this.stoppedBefore, 'what was stopped is not done', where)
    world.ensure(!signal.aborted, 'no call begins after its stop', where)
    this.#effects.set(key, { tool, id })
  }

  get effects(): readonly string[] {
    return [...this.#effects.keys()]
  }

  /** An observer that may throw. */
  hear(event: AgentEvent): void {
    this.#heard += 1
    if (this.#heard > MAX_HEARD) this.#stopAll()
    if (event.type === 'turn-started') this.#began.push(this.world.now)
    if (event.type === 'limit-reached' && event.limit === 'message.wallTimeMs') {
      const isOver = this.#began.some((began) => this.world.now - began >= MESSAGE_MS)
      this.world.ensure(isOver, 'time is over only after its time', () => `at ${this.world.now}`)
    }
    if (this.deafIn === undefined) return
    this.deafIn -= 1
    if (this.deafIn > 0) return
    this.deafIn = undefined
    this.world.tell(`the observer throws at ${event.type}`)
    throw new Error('the observer is out of order')
  }

  /** A turn that begins again and again leaves no time for anything else, unless it is stopped. */
  #stopAll(): void {
    this.world.find('a turn is not played for ever', `${this.#heard} events`)
    for (const session of this.sessions) session.stop().catch(() => {})
  }

  /** Checks a prompt, and the bill. */
  prompt(owner: Process, request: ModelRequest): void {
    const { world, auditor, agent } = this
    const text = promptText(request.prompt)
    const { certificate } = agent
    if (certificate.bounded)
      world.ensure(text.length <= certificate.promptChars, 'a prompt is within its certificate', () => {
        return `${text.length} of ${certificate.promptChars}`
      })
    if (!this.isExclusive(owner)) return // it may not know yet what another one has recorded
    const [, shown, observation = ''] = /\n([^\n]*)\n```\nLatest Observation: ([\s\S]*)$/.exec(text) ?? []
    if (shown === undefined) world.find('a prompt shows the state', text.slice(-200))
    else auditor.check(JSON.parse(shown) as JsonObject, 'a prompt')
    const message = auditor.open?.split(' ')[0] ?? 'no message'
    world.ensure(
      observation.includes(`The user says: ${message} `),
      'a prompt shows the message of its turn',
      () => {
        return `${message} is not in ${observation.slice(0, 200)}`
      },
    )
    const last = auditor.answers.get(placeOf(auditor.index - 1)) ?? ''
    if (!last.includes(`The user says: ${message} `)) return
    for (const token of tokensIn(last))
      world.ensure(observation.includes(token), 'a prompt shows the last results', token)
  }

  /** Whether a limit counts tokens, so that none may be missing on record. */
  get isBounded(): boolean {
    const { session, message } = variants[this.variant]?.limits ?? {}
    return (session?.tokens ?? message?.tokens) !== undefined
  }

  charge(tokens: number): void {
    this.billed += tokens
    if (!this.isBounded) return
    const { tokens: recorded } = this.auditor
    this.world.ensure(recorded >= this.billed, 'spending is on record before the call', () => {
      return `${this.billed} billed, ${recorded} on record`
    })
    const most = variants[this.variant]?.limits?.session?.tokens
    if (most !== undefined)
      this.world.ensure(this.billed <= most, 'no limit is passed', () => `${this.billed} tokens`)
  }
}

/** What one process has of the desk: its provider and its tools. */
export class Teller {
  readonly #desk: Desk
  readonly #owner: Process
  /** Reads the records that are safe. */
  readonly #audit: () => void

  constructor(desk: Desk, owner: Process, audit: () => void) {
    this.#desk = desk
    this.#owner = owner
    this.#audit = audit
  }

  get model(): Model {
    return { id: 'simulated', capabilities, generate: (request) => this.#generate(request) }
  }

  async call(
    tool: string,
    input: Input,
    { key, signal }: { key: string; signal: AbortSignal },
  ): Promise<unknown> {
    if (!this.#owner.isAlive) return new Promise(() => {})
    const [desk, owner] = [this.#desk, this.#owner]
    const { world } = desk
    this.#audit()
    world.tell(`${owner.name} executes ${tool} ${input.id} under ${key}`)
    const handle = desk.begin(owner, signal, `executes ${tool}`)
    desk.effect(tool, input, key, signal)
    const result = (): unknown => {
      if (tool === 'book') return { receipt: `b${key}` }
      const length = tool === 'fetch' && input.id % 2 === 0 ? MAX_CALLS * 600 : 10
      return `r${placeIn(key)}. ${'z'.repeat(length)}`
    }
    const fail = (): never => {
      throw new Error('the tool is out of order')
    }
    try {
      return await world.operation(owner, `${owner.name}: ${tool} returns`, [
        [8, result],
        ...desk.ifFaulty<unknown>([2, fail, 'and fails']),
      ])
    } finally {
      desk.end(handle)
    }
  }

  async #generate(request: ModelRequest): ReturnType<Model['generate']> {
    const [desk, owner] = [this.#desk, this.#owner]
    const { world } = desk
    if (!owner.isAlive) return new Promise(() => {})
    this.#audit()
    world.tell(`${owner.name} asks the model`)
    const handle = desk.begin(owner, request.signal, 'asks the model')
    desk.prompt(owner, request)
    try {
      for (;;) {
        const done = await this.#attempt(request)
        if (done) return done
        await request.onRetry?.({ code: 'model-failed', message: '429', mayBeCharged: false })
        this.#audit()
      }
    } finally {
      desk.end(handle)
    }
  }

  /** One request to the provider; undefined for a 429. The provider charges when it is sent, whatever becomes of it. */
  async #attempt(request: ModelRequest): Promise<Awaited<ReturnType<Model['generate']>> | undefined> {
    const [desk, owner] = [this.#desk, this.#owner]
    const { world } = desk
    const { choices } = world
    const inputTokens = Math.ceil(promptText(request.prompt).length / 2)
    const isLong = !desk.isOrdinary && choices.pick(7) === 6
    const outputTokens = isLong ? REPLY_TOKENS : 20
    const isRefused = !desk.isOrdinary && choices.pick(12) === 11
    if (!isRefused) desk.charge(inputTokens + outputTokens)
    const answer = (usage: object) => () => {
      const text = wordsOf(desk)
      for (const piece of text.match(/[\s\S]{1,40}/g) ?? []) request.onText?.(piece)
      return { text, finishReason: 'stop', usage: usage as never, model: 'simulated' } as const
    }
    const lose = (): never => {
      throw Object.assign(new SkillStateError('model-failed', 'the provider is away'), { mayBeCharged: true })
    }
    if (isRefused) {
      return await world.operation(owner, `${owner.name}: the model answers 429`, [[1, () => undefined]])
    }
    return await world.operation(owner, `${owner.name}: the model answers`, [
      [30, answer({ inputTokens, outputTokens })],
      ...desk.ifFaulty<ReturnType<ReturnType<typeof answer>>>(
        [1, answer({}), 'without usage'],
        [1, answer({ inputTokens: Number.NaN, outputTokens: -5 }), 'with a usage that is no number'],
        [
          1,
          answer({ inputTokens: 10, cachedInputTokens: 20, outputTokens: 1 }),
          'with more cached than input',
        ],
        [2, lose, 'not, the connection is lost'],
      ),
    ])
  }
}

/** What the model says. */
function wordsOf(desk: Desk): string {
  const { choices } = desk.world
  const number = desk.next()
  const say = (action: object, patch: object = {}): string => JSON.stringify({ state_patch: patch, action })
  const reply = say({ reply: `Done ${number}.` })
  if (desk.calm) return reply
  if (desk.isSmall)
    return [say({ pay: { id: number } }), say({ look: { id: number } }), reply][desk.word()] as string
  const patch = oneOf(choices, [
    [4, {}],
    [3, { count: number }],
    [2, { notes: { [`n${number % 5}`]: `value ${number}` } }],
    [1, { notes: { [`n${number % 5}`]: null } }],
    [1, { count: -1 }],
  ])
  const call = (): object => {
    const fresh = desk.next()
    const input = { id: choices.pick(6) < 5 ? fresh : 1 }
    return oneOf<object>(choices, [
      [5, { pay: input }],
      [4, { book: input }],
      [3, { fetch: input }],
      [3, { look: input }],
    ])
  }
  const list = (): object => ({ calls: Array.from({ length: 1 + choices.pick(MAX_CALLS) }, call) })
  const [step, nth] = [choices.pick(desk.auditor.index + 1), choices.pick(2)]
  const place = choices.pick(2) === 0 ? placeOf(step) : placeOf(step, nth)
  const handle = { handle: `result-${place.replace('/', '-')}`, from: 0 }
  return oneOf<() => string>(choices, [
    [5, () => say({ reply: `Done ${number}.` }, patch)],
    [10, () => say(call(), patch)],
    [8, () => say(list(), patch)],
    [1, () => say({ read_result: handle }, patch)],
    [1, () => say({ finish: 'The end.' }, patch)],
    [1, () => say({ reply: `Working ${number}.`, ...call() }, patch)],
    [1, () => say({ calls: [call(), { read_result: handle }, { finish: 'The end.' }] }, patch)],
    [1, () => say({ calls: Array.from({ length: MAX_CALLS + 1 }, call) }, patch)],
    [1, () => reply.slice(0, 30)],
    [1, () => `In plain words ${number}.`],
    [1, () => 'garbage {'],
  ])()
}
