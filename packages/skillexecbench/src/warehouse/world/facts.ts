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
