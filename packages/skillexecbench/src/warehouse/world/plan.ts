import { randomStream } from '../../noise/random.ts'
import { drawStock, type Stock } from './stock.ts'
import { Walk, type WalkOptions, type WarehouseEvent } from './walk.ts'

/** A an audit removes an item, B it gets a new name, C it is moved to another shelf, D an order is cancelled once shipped. */
export type Scenario = 'A' | 'B' | 'C' | 'D'

export interface Change {
  readonly scenario: Scenario
  /** The step whose observation has the notice. */
  readonly step: number
  /** The item that the change is about, by the name it had before. */
  readonly item: string
  /** The name it has afterwards; the same but for B. */
  readonly name: string
  /** The steps whose events are about the item, in order. */
  readonly dependents: readonly number[]
}

export interface EpisodePlan {
  readonly stock: Stock
  readonly events: readonly WarehouseEvent[]
  readonly change?: Change
}

export interface PlanOptions {
  readonly seed: number
  readonly horizon: number
  readonly shelves: number
  readonly load?: number | undefined
  readonly scenario?: Scenario | undefined
}

/** Least horizon and number of shelves of a scenario: room for the notice and what follows from it. */
export const SCENARIO_HORIZON = 10
export const SCENARIO_SHELVES = 2

/** Every third step after the notice is a dependent event, up to eight of them. */
const SPACING = 3
const MOST_DEPENDENTS = 8

export function planEpisode(options: PlanOptions): EpisodePlan {
  const { seed, shelves, load, scenario } = options
  const stock = load === undefined ? [] : drawStock({ seed, shelves, load })
  if (scenario === undefined) return { stock, events: generateEvents(options) }
  return { stock, ...planChange({ ...options, scenario }) }
}

type ScenarioOptions = PlanOptions & { readonly scenario: Scenario }

/**
 * The notice comes after a quarter to two fifths of the horizon; from then on every third event, and no other, is about
 * the item.
 */
function planChange(options: ScenarioOptions): Omit<EpisodePlan, 'stock'> {
  const { seed, horizon, scenario } = options
  const walk = new Walk(options)
  const random = randomStream(seed, 'scenario')
  const earliest = random.integer(Math.floor(horizon / 4), Math.floor((2 * horizon) / 5))
  const events = Array.from({ length: earliest }, () => walk.next())
  while (!isReady(scenario, walk, events)) {
    events.push(scenario === 'D' ? walk.nextOrder() : walk.next())
  }
  const step = events.length
  const item = scenario === 'D' ? (orders(events).at(-1) ?? '') : random.pick(walk.stock)
  const name = takeOut(scenario, walk, item)
  const dependents = addConsequences(events, walk, { scenario, name, horizon })
  return { events, change: { scenario, step, item, name, dependents } }
}

/**
 * Fills the events up to the horizon; gives the steps about the item: for A and D orders of it; for B and C maintenance
 * of its shelf and at last, or if no shelf is empty, its order.
 */
function addConsequences(
  events: WarehouseEvent[],
  walk: Walk,
  { scenario, name, horizon }: { scenario: Scenario; name: string; horizon: number },
): readonly number[] {
  const gone = isGone(scenario)
  const notice = events.length
  const dependents: number[] = []
  let ordered = false
  for (let step = notice; step < horizon; step += 1) {
    const due = step > notice && (step - notice) % SPACING === 0
    if (!due || ordered || dependents.length === MOST_DEPENDENTS) {
      events.push(walk.next())
      continue
    }
    dependents.push(step)
    const last = dependents.length === MOST_DEPENDENTS || step + SPACING >= horizon
    ordered = !gone && (last || !walk.hasRoom())
    if (ordered) walk.release()
    events.push({ kind: gone || ordered ? 'order' : 'maintenance', item: name })
  }
  return dependents
}

/** Whether the scenario leaves an item that no action can reach, so that its events cannot be acted on. */
export function isGone(scenario: Scenario): boolean {
  return scenario === 'A' || scenario === 'D'
}

function isReady(scenario: Scenario, walk: Walk, events: readonly WarehouseEvent[]): boolean {
  return scenario === 'D' ? orders(events).length > 0 : walk.stock.length > 0 && walk.hasRoom()
}

function orders(events: readonly WarehouseEvent[]): readonly string[] {
  return events.filter(({ kind }) => kind === 'order').map(({ item }) => item)
}

/** Withdraws the item from ordinary events, and gives the name it has from now on. */
function takeOut(scenario: Scenario, walk: Walk, item: string): string {
  if (scenario === 'A') walk.remove(item)
  if (scenario === 'B' || scenario === 'C') walk.hold(item)
  return scenario === 'B' ? walk.newName() : item
}

export interface EventOptions extends WalkOptions {
  readonly horizon: number
}

/** The task generator of B.2. The number of occupied shelves is a walk, reflected at 0, or `loadSlack` around a load. */
export function generateEvents({ horizon, ...options }: EventOptions): readonly WarehouseEvent[] {
  const walk = new Walk(options)
  return Array.from({ length: horizon }, () => walk.next())
}
