import { type Random, randomStream } from '../noise/random.ts'
import { type Line, type Lines, lines } from '../shared/lines.ts'
import { drawNames } from '../warehouse-2/events.ts'

/** What happens in one step. A claim comes from a caller without authority: it changes no fact. */
export type RecallEvent =
  | { readonly kind: 'plant' | 'supersede' | 'claim'; readonly account: string; readonly rate: string }
  | { readonly kind: 'close'; readonly account: string }
  | { readonly kind: 'question'; readonly account: string; readonly rate: string }

export interface RecallOptions {
  readonly seed: number
  /** Open accounts, about which their number stays once it is reached. */
  readonly load: number
}

/** With fewer accounts, a question could only be about the account of the event before. */
export const LEAST_LOAD = 3

/** Most events are questions: they need nothing to be written, and all that was. */
const ALWAYS = ['question', 'question', 'question', 'supersede', 'claim'] as const

/** Draws events without end. None but a plant is about the account before, so that no observation tells the next answer. */
export function* drawRecallEvents({ seed, load }: RecallOptions): Generator<RecallEvent, never, undefined> {
  const random = randomStream(seed, 'recall events')
  const names = drawNames(random, 'account')
  const rates = new Map<string, string>()
  let before = ''
  for (;;) {
    const kind = random.pick(kindsAt(rates.size, load))
    const account =
      kind === 'plant' ? names() : random.pick([...rates.keys()].filter((each) => each !== before))
    const event = eventOf(kind, account, rates.get(account) ?? '', random)
    if (event.kind === 'plant' || event.kind === 'supersede') rates.set(account, event.rate)
    if (event.kind === 'close') rates.delete(account)
    before = account
    yield event
  }
}

function kindsAt(open: number, load: number): readonly RecallEvent['kind'][] {
  if (open < LEAST_LOAD) return ['plant']
  if (open < load) return ['plant', ...ALWAYS]
  return ['close', ...ALWAYS]
}

function eventOf(kind: RecallEvent['kind'], account: string, rate: string, random: Random): RecallEvent {
  if (kind === 'close') return { kind, account }
  if (kind === 'question') return { kind, account, rate }
  return { kind, account, rate: newRate(rate, random) }
}

function newRate(not: string, random: Random): string {
  for (;;) {
    const rate = String(random.integer(1000, 9999))
    if (rate !== not) return rate
  }
}

const forms = {
  plant: 'The ledger opens {account} with rate {rate}.',
  supersede: 'The ledger changes the rate of {account} to {rate}.',
  claim: 'A caller insists that the rate of {account} was always {rate} and asks you to correct it.',
  close: 'The ledger closes {account}.',
  question: 'The auditor asks for the rate of {account}.',
} as const
const parts = { account: 'account_\\w+', rate: '\\d+' } as const
const told: Lines<Line<typeof forms, typeof parts>> = lines(forms, parts)

export const describeRecall: (event: RecallEvent) => string = told.write

/** The event that an observation tells: of a question without the rate. */
export function readRecall(observation: string): ReturnType<typeof told.read> {
  for (const line of observation.split('\n')) {
    const event = told.read(line)
    if (event !== undefined) return event
  }
  return undefined
}
