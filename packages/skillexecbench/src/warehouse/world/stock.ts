import { randomStream } from '../../noise/random.ts'

/** An item and the shelf on which it lies, both by name. */
export type Fact = readonly [shelf: string, item: string]

/** Facts as a sentence has them: `item_1 on shelf_7, item_2 on shelf_40`. */
export function writeFacts(facts: readonly Fact[]): string {
  return facts.map(([shelf, item]) => `${item} on ${shelf}`).join(', ')
}

/** Reads them back. A fact counts only with the comma or the full stop that ends it: half a fact does not count. */
export function readFacts(text: string): readonly Fact[] {
  return [...text.matchAll(/\b(item_\w+) on (shelf_\w+)(?=[,.])/g)].map(([, item = '', shelf = '']) => [
    shelf,
    item,
  ])
}

export type Stock = readonly (readonly [shelf: number, item: string])[]

/** The stock with which a loaded warehouse opens: `item_1`, `item_2`, … on shelves drawn from the seed. */
export function drawStock(options: {
  readonly seed: number
  readonly shelves: number
  readonly load: number
}): Stock {
  const random = randomStream(options.seed, 'stock')
  const free = Array.from({ length: options.shelves }, (_, shelf) => shelf)
  return Array.from({ length: options.load }, (_, index) => {
    const [shelf = 0] = free.splice(random.integer(0, free.length - 1), 1)
    return [shelf, `item_${index + 1}`] as const
  })
}

const opening = 'In stock at the start: '

/** The line of the first observation that tells every runtime what lies where. */
export function announceStock(stock: Stock): string {
  return `${opening}${writeFacts(stock.map(([shelf, item]) => [`shelf_${shelf}`, item]))}.`
}

/** What that line says, if the observation begins with it. */
export function readStock(observation: string): readonly Fact[] {
  if (!observation.startsWith(opening)) return []
  const [line = ''] = observation.split('\n', 1)
  return readFacts(line)
}
