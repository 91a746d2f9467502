import type { Issue } from '@skill-state/protocol'
import type { Rules } from './_rules.ts'
import type { PlainValues } from './read/plain.ts'

/** Counts what engines limit over a whole schema. */
export class SchemaCount {
  unions = 0
  #properties = 0
  #optionalKeys = 0
  #values = 0
  #characters = 0
  readonly #lists: PlainValues[] = []

  name(name: string): void {
    this.#characters += name.length
  }

  property(key: string, isRequired: boolean): void {
    this.#properties += 1
    this.#optionalKeys += isRequired ? 0 : 1
    this.#characters += key.length
  }

  list(plain: PlainValues): void {
    this.#values += plain.values.length
    this.#characters += charactersOf(plain)
    this.#lists.push(plain)
  }

  excesses({ reader, limits }: Rules): readonly Issue[] {
    const counts: readonly [string, number, number | undefined][] = [
      ['keys', this.#properties, limits.properties],
      ['keys that may be left out', this.#optionalKeys, limits.optionalKeys],
      ['unions', this.unions, limits.unions],
      ['listed values', this.#values, limits.values],
      ['characters of names and listed values', this.#characters, limits.characters],
    ]
    const excesses = counts.flatMap(([what, count, most = Infinity]) =>
      count > most ? [{ path: '', message: `${reader} takes ${most} ${what}, not ${count}` }] : [],
    )
    return [...excesses, ...this.#longLists(reader, limits.longList)]
  }

  #longLists(reader: string, limit: Rules['limits']['longList']): readonly Issue[] {
    if (!limit) return []
    const { values, characters } = limit
    const long = this.#lists.filter((each) => each.values.length > values && charactersOf(each) > characters)
    const message = `${reader} takes ${characters} characters in a list of more than ${values} values`
    return long.map(({ path }) => ({ path, message }))
  }
}

function charactersOf({ values }: PlainValues): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value : JSON.stringify(value)).length,
    0,
  )
}
