import { inventedIn } from '@skill-state/models'
import { type JsonObject, type Model, promptText } from '@skill-state/protocol'
import type { Airline } from '../airline.ts'

/** What the scripted model decides on the newest message or result. A version without a state leaves the patch out. */
export interface Decision {
  readonly patch: JsonObject
  readonly action: { readonly tool: string; readonly input: JsonObject } | { readonly reply: string }
}

/** An answer of a model that calls tools: those of the desk, and `update_state` if the version has a state. */
export interface Answer {
  readonly text: string
  readonly calls: readonly { readonly tool: string; readonly input: JsonObject }[]
}

/** Everything around a version: the same conversation, the same model, the same airline for all of them. */
export class Desk implements Airline {
  /** What the airline was asked to do, in order. */
  readonly calls: string[] = []
  /** Characters of each call of the model: all messages and the tools. */
  readonly sent: number[] = []
  readonly #counts: boolean
  /** Numbers of bookings by the key of the call: a call that is repeated books nothing. */
  readonly #bookings = new Map<string, number>()

  /** Without counting: for measuring time. A version without a state sends ever more, and should not pay for the count. */
  constructor(counts = true) {
    this.#counts = counts
  }

  /** What the user says in a turn, from 0. */
  message(turn: number): string {
    const number = Math.floor(turn / 4)
    const city = CITIES[number % CITIES.length] ?? ''
    switch (turn % 4) {
      case 0:
        return `A flight to ${city} for Ada, please.`
      case 1:
        return `Book flight ${flightTo(city)} for ${fareOf(city)} euros.`
      case 2:
        return number < 3 ? 'Thank you.' : `Cancel booking B${number - 2}.`
      default:
        return 'Which bookings do I have?'
    }
  }

  /** The model: decides by the text of the newest message or result alone. Throws if it uses anything else. */
  decide(newest: string): Decision {
    const decision = decisionOn(newest)
    const invented = inventedIn({ ...decision }, [newest, ...WORDS].join('\n'))
    if (invented.length > 0) throw new Error(`the model made up ${JSON.stringify(invented)}`)
    return decision
  }

  /** Notes a call of the model. */
  send(chars: () => number): void {
    this.sent.push(this.#counts ? chars() : 0)
  }

  /** The same as an answer, for a version in a framework. */
  answer(newest: string, hasState: boolean): Answer {
    const { patch, action } = this.decide(newest)
    const isPatched = hasState && Object.keys(patch).length > 0
    const updates = isPatched ? [{ tool: 'update_state', input: patch }] : []
    return 'reply' in action
      ? { text: action.reply, calls: updates }
      : { text: '', calls: [...updates, action] }
  }

  /** The same as text, for the agent alone. */
  written(newest: string): string {
    const { patch, action } = this.decide(newest)
    const written = 'reply' in action ? { reply: action.reply } : { [action.tool]: action.input }
    return `\`\`\`json\n${JSON.stringify({ state_patch: patch, action: written })}\n\`\`\``
  }

  /** A model that writes this. It counts what it is sent. */
  model(): Model {
    return {
      id: 'scripted',
      generate: async ({ prompt }) => {
        const text = promptText(prompt)
        this.send(() => text.length)
        return { text: this.written(newestOf(text)), finishReason: 'stop', usage: {}, model: 'scripted' }
      },
    }
  }

  async search(city: string): Promise<{ flight: string; price: number }[]> {
    this.calls.push(`search ${city}`)
    const flight = flightTo(city)
    return Array.from({ length: 12 }, (_, index) => ({
      flight: `${flight}${index || ''}`,
      price: fareOf(city) + 20 * index,
    }))
  }

  async book(flight: string, key: string): Promise<string> {
    if (!this.#bookings.has(key)) this.calls.push(`book ${flight}`)
    const number = this.#bookings.get(key) ?? this.#bookings.size + 1
    this.#bookings.set(key, number)
    const city = CITIES.find((each) => flightTo(each) === flight) ?? ''
    return `B${number}, ${flight}, ${fareOf(city)} EUR.`
  }

  async cancel(booking: string): Promise<string> {
    this.calls.push(`cancel ${booking}`)
    return `Cancelled ${booking}.`
  }
}

/** What the model says of its own, and the names that its tools and its state have. */
const WORDS = [
  'is the cheapest flight. Booked as. is cancelled. I have told you about each of them. You are welcome.',
  'action booking bookings city flight input patch price reply tool traveller search book cancel',
]

const CITIES = ['Rome', 'Oslo', 'Lima', 'Cairo', 'Delhi', 'Quito', 'Paris']

function flightTo(city: string): string {
  return `${city.slice(0, 3).toUpperCase()}7`
}

/** The lowest fare: for every other city so much that a person must approve the booking. */
function fareOf(city: string): number {
  return CITIES.indexOf(city) % 2 === 0 ? 620 : 400
}

function decisionOn(newest: string): Decision {
  for (const [pattern, decide] of RULES) {
    const found = pattern.exec(newest)
    if (found) return decide(...found.slice(1))
  }
  return { patch: {}, action: { reply: 'You are welcome.' } }
}

const RULES: readonly (readonly [RegExp, (...parts: string[]) => Decision])[] = [
  [
    /A flight to (\w+) for (\w+), please\./,
    (city = '', traveller = '') => ({
      patch: { traveller, city },
      action: { tool: 'search', input: { city } },
    }),
  ],
  [
    /"flight":\s*"(\w+)"/,
    (flight) => ({ patch: {}, action: { reply: `${flight} is the cheapest flight.` } }),
  ],
  [
    /Book flight (\w+) for (\d+) euros\./,
    (flight = '', price) => ({
      patch: {},
      action: { tool: 'book', input: { flight, price: Number(price) } },
    }),
  ],
  [
    /(B\d+), (\w+), (\d+) EUR\./,
    (booking = '', flight = '', price) => ({
      patch: { bookings: { [booking]: { flight, price: Number(price) } } },
      action: { reply: `Booked as ${booking}.` },
    }),
  ],
  [
    /Cancel booking (B\d+)\./,
    (booking = '') => ({ patch: {}, action: { tool: 'cancel', input: { booking } } }),
  ],
  [
    /Cancelled (B\d+)\./,
    (booking = '') => ({
      patch: { bookings: { [booking]: null } },
      action: { reply: `${booking} is cancelled.` },
    }),
  ],
  [
    /Which bookings do I have\?/,
    () => ({ patch: {}, action: { reply: 'I have told you about each of them.' } }),
  ],
]

/** What came last in a prompt of an agent with a state: the newest result, or else the message. */
export function newestOf(prompt: string): string {
  const observation = /Latest Observation: ([\s\S]*?)(?=\n\nProvide|$(?![\s\S]))/.exec(prompt)?.[1] ?? ''
  return observation.slice(observation.lastIndexOf('\nResult: ') + 1)
}
