import type { AnyTool } from '@skill-state/tools'

/** Something that the shop did and cannot take back. */
export interface Effect {
  /** As people say it: `refund order W1003`. */
  readonly phrase: string
  /** Place of the call's start in `Clock`. */
  readonly started: number
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

const text = { type: 'string', maxLength: 60 } as const
const input = (...names: readonly string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(names.map((name) => [name, name === 'amount' ? { type: 'integer' } : text])),
  required: names,
  additionalProperties: false,
})

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

  tools(): Readonly<Record<string, AnyTool>> {
    const words = (description: string, ...names: readonly string[]) => ({
      description,
      input: input(...names),
    })
    const acts = (of: (input: Readonly<Record<string, string>>) => string) => ({
      execute: async (given: object, { key }: { readonly key: string }) =>
        this.#act(of(given as Readonly<Record<string, string>>), key),
    })
    return {
      order: {
        ...words('Shows an order.', 'order'),
        onUnknown: 'repeat',
        execute: async (given: object) => this.#order(String((given as { order: string }).order)),
      },
      refund: {
        ...words('Pays an order back.', 'order', 'amount'),
        approve: ({ input }: { input: object }) =>
          Number((input as { amount: number }).amount) > 100 && 'it is much',
        ...acts(({ order }) => `refund order ${order}`),
      },
      cancel: { ...words('Cancels an order.', 'order'), ...acts(({ order }) => `cancel order ${order}`) },
      send: {
        ...words('Changes where an order is sent.', 'order', 'street'),
        ...acts(({ order, street }) => `send order ${order} to ${street}`),
      },
      ticket: {
        ...words('Opens a ticket.', 'subject'),
        onUnknown: 'repeat',
        ...acts(({ subject }) => `open a ticket about ${subject}`),
      },
      subscribe: {
        ...words('Subscribes to a list.', 'list'),
        onUnknown: 'repeat',
        ...acts(({ list }) => `subscribe me to ${list}`),
      },
    } as unknown as Readonly<Record<string, AnyTool>>
  }

  #order(order: string): string {
    this.#hooks.onCall(false)
    const facts = ['refund', 'cancel', 'send'].map((verb) => {
      const done = this.effects.findLast(({ phrase }) => phrase.startsWith(`${verb} order ${order}`))
      return `${verb}: ${done === undefined ? 'no' : done.phrase}`
    })
    return `Order ${order} is ${Number(order.slice(1)) % 2 ? 'late' : 'on time'}, ${amountOf(order)} EUR; ${facts.join('; ')}.`
  }

  /** A key that comes again is the same call, as `onUnknown: 'repeat'` needs it. */
  #act(phrase: string, key: string): string {
    const started = this.#clock.tick()
    this.#hooks.onCall(!this.#keys.has(key))
    if (this.#keys.has(key)) return `Done: ${phrase}.`
    this.effects.push({ phrase, started })
    this.#keys.add(key)
    this.#hooks.onDone()
    return `Done: ${phrase}.`
  }
}

/** Some refunds are large enough to need an approval. */
function amountOf(order: string): number {
  return 20 + (Number(order.slice(1)) % 7) * 30
}
