import type { AnyTool } from '@skill-state/tools'

/** Something that the shop did and cannot take back. */
export interface Effect {
  /** As people say it: `refund order W1003`. */
  readonly phrase: string
  /** Of the call: no two effects have the same. */
  readonly key: string
  /** Place of the call's start in `Clock`. */
  readonly started: number
  /** Whether a person had to approve it. */
  readonly needsApproval: boolean
}

/** Numbers what happens, so that a judge can say what came first. */
export class Clock {
  #now = 0

  tick(): number {
    this.#now += 1
    return this.#now
  }
}

export interface ShopHooks {
  /** Runs when a call has begun, before its effect if it has one. What it throws fails the call. */
  onCall(this: void, hasEffect: boolean): void
  /** Runs after the effect, before the answer. */
  onDone(this: void): void
}

type Input = Readonly<Record<string, string | number>>

/** Calls a tool of the shop, under the key of the call. */
export type Call = (this: void, tool: string, input: Input, key: string) => Promise<string>

const text = { type: 'string', maxLength: 60 } as const
const input = (...names: readonly string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(names.map((name) => [name, name === 'amount' ? { type: 'integer' } : text])),
  required: names,
  additionalProperties: false,
})

const needsApproval = ({ amount = 0 }: Input): boolean => Number(amount) > 100

/** The tools of an agent that works for the shop. */
export function shopTools(call: Call): Readonly<Record<string, AnyTool>> {
  const tool = (name: string, description: string, names: readonly string[], more: object = {}) => ({
    description,
    input: input(...names),
    execute: async (given: Input, { key }: { readonly key: string }) => await call(name, given, key),
    ...more,
  })
  const again = { onUnknown: 'repeat' }
  const approve = ({ input }: { readonly input: Input }) => needsApproval(input) && 'it is much'
  return {
    order: tool('order', 'Shows an order.', ['order'], again),
    refund: tool('refund', 'Pays an order back.', ['order', 'amount'], { approve }),
    cancel: tool('cancel', 'Cancels an order.', ['order']),
    send: tool('send', 'Changes where an order is sent.', ['order', 'street']),
    ticket: tool('ticket', 'Opens a ticket.', ['subject'], again),
    subscribe: tool('subscribe', 'Subscribes to a list.', ['list'], again),
  } as unknown as Readonly<Record<string, AnyTool>>
}

/** What people call the effect of a call. */
export function phraseOf(tool: string, { order, street, subject, list }: Input): string {
  if (tool === 'ticket') return `open a ticket about ${subject}`
  if (tool === 'subscribe') return `subscribe me to ${list}`
  return `${tool} order ${order}${tool === 'send' ? ` to ${street}` : ''}`
}

/** The shop behind the desk. It does whatever it is asked to, however often: nothing here hides a mistake. */
export class Shop {
  readonly effects: Effect[] = []
  readonly #clock: Clock
  readonly #keys = new Set<string>()
  readonly #hooks: ShopHooks

  constructor(clock: Clock, hooks: ShopHooks) {
    this.#clock = clock
    this.#hooks = hooks
  }

  has(phrase: string): boolean {
    return this.effects.some((effect) => effect.phrase === phrase)
  }

  /** A key that comes again is the same call, as `onUnknown: 'repeat'` needs it. */
  readonly call: Call = async (tool, input, key) => {
    if (tool === 'order') return this.#order(String(input.order))
    const phrase = phraseOf(tool, input)
    const started = this.#clock.tick()
    this.#hooks.onCall(!this.#keys.has(key))
    if (this.#keys.has(key)) return `Done: ${phrase}.`
    this.effects.push({ phrase, key, started, needsApproval: needsApproval(input) })
    this.#keys.add(key)
    this.#hooks.onDone()
    return `Done: ${phrase}.`
  }

  #order(order: string): string {
    this.#hooks.onCall(false)
    const facts = ['refund', 'cancel', 'send'].map((verb) => {
      const done = this.effects.findLast(({ phrase }) => phrase.startsWith(`${verb} order ${order}`))
      return `${verb}: ${done === undefined ? 'no' : done.phrase}`
    })
    return `Order ${order} is ${Number(order.slice(1)) % 2 ? 'late' : 'on time'}, ${amountOf(order)} EUR; ${facts.join('; ')}.`
  }
}

/** Some refunds are large enough to need an approval. */
function amountOf(order: string): number {
  return 20 + (Number(order.slice(1)) % 7) * 30
}
