import type { JsonObject } from '@skill-state/protocol'

/** A session whose prompts are billed: what is sent before the state, what each step writes and sees. */
export interface CostCase {
  readonly name: string
  /** Instructions and tools. */
  readonly head: string
  readonly initial: JsonObject
  readonly patch: (step: number) => JsonObject
  readonly observation: (step: number) => string
}

const tool = (at: number): string =>
  `tool_${at}: Looks up or changes record ${at} of the system of the company, by its id.\n  input: { id: string // at most 12 characters\n    amount?: number // from 0 to 5,000\n    reason?: 'late' | 'lost' | 'damaged' | 'other' }\n  Ask the user before a change; never invent an id, and repeat nothing that has failed twice.\n`
const tools = (count: number): string => Array.from({ length: count }, (_, at) => tool(at)).join('')
const rules = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Rule ${at}: check what the user says against the record.\n`).join(
    '',
  )

/** Different for each step, the same in each run. */
const mixed = (step: number): number => (Math.imul(step + 1, 2_654_435_761) >>> 8) % 100_000

function shelves(name: string, count: number, used: number): CostCase {
  const initial = Object.fromEntries(
    Array.from({ length: used }, (_, at) => [`shelf_${at}`, `item_${mixed(at) % 9_000}`]),
  )
  return {
    name,
    head: rules(40),
    initial: { inventory: initial },
    patch: (step) => ({ inventory: { [`shelf_${mixed(step) % count}`]: `item_${mixed(step * 3) % 9_000}` } }),
    observation: (step) => `Event ${step}: a shipment of item_${mixed(step) % 9_000} has arrived.`,
  }
}

function booking(toolCount: number): CostCase {
  return {
    name: `booking agent, ${toolCount} tools, state of 50 tokens`,
    head: rules(20) + tools(toolCount),
    initial: {
      customer: 'Ada Lovelace',
      route: 'ZRH-LHR',
      day: '2026-05-04',
      bags: 1,
      step: 'search',
      seat: '',
    },
    patch: (step) => ({
      step: ['search', 'offer', 'pay', 'done'][step % 4] ?? '',
      seat: `${mixed(step) % 40}A`,
    }),
    observation: (step) =>
      `Flight ${mixed(step)} leaves at ${mixed(step) % 24}:10 and has ${mixed(step) % 90} seats.`,
  }
}

const fact = (at: number): string => `what the customer said about case ${mixed(at)}, in a sentence`

/** The six cases of the page on costs. */
export const cases: readonly CostCase[] = [
  shelves('490 shelves, one change a step', 500, 490),
  {
    name: 'support agent, 30 tools, 60 facts, observations of 350 tokens',
    head: rules(30) + tools(30),
    initial: {
      status: 'open',
      facts: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`fact_${at}`, fact(at)])),
    },
    patch: (step) => ({ status: `step ${step}`, facts: { [`fact_${mixed(step) % 60}`]: fact(step) } }),
    observation: (step) =>
      Array.from({ length: 40 }, (_, at) => `Line ${at} of record ${mixed(step + at)}: shipped.`).join('\n'),
  },
  booking(30),
  booking(100),
  booking(3),
  { ...shelves('small warehouse, 5 shelves', 5, 5), head: rules(20) },
]
