import { type Action, invalidOption, isJsonObject, type JsonObject } from '@skill-state/protocol'
import { SEARCH, SEARCH_CHARS, search, searchArguments } from './_search.ts'
import type { Reference } from './find-references.ts'

/** The action that fills the slot, as `{"pin_reference": {"name": "references/guide.md"}}`. */
const PIN = 'pin_reference'

/** Empties the slot. */
const NONE = 'none'

export interface WithReferencesOptions {
  readonly references: readonly Reference[]
  /** Most UTF-16 units of a reference that the slot shows at once. Default 8,000. */
  readonly maxChars?: number | undefined
  /** What is pinned from the beginning. Default: nothing. */
  readonly pinned?: string | undefined
}

interface Pinned {
  readonly reference: Reference
  /** Where the window begins. */
  readonly from: number
}

/** Most references that P lists one by one. */
const MAX_LISTED = 40

/** Holds at most one reference, and shows one window of it. */
export class ReferenceSlot {
  /** Most UTF-16 units that `shown` gives. */
  readonly maxShown: number
  readonly #texts: readonly Reference[]
  /** The texts, and for each folder whose texts P does not list the list of them. */
  readonly #references: ReadonlyMap<string, Reference>
  /** What P lists. */
  readonly #listed: readonly Reference[]
  readonly #maxChars: number
  readonly #first: Pinned | undefined
  #pinned: Pinned | undefined

  constructor({ references, maxChars = 8_000, pinned }: WithReferencesOptions) {
    if (!Number.isSafeInteger(maxChars) || maxChars < 1) {
      throw invalidOption(`expected maxChars to be a whole number from 1, found ${maxChars}`)
    }
    const many = references.length > MAX_LISTED
    const one = many ? references.filter(({ named }) => named).slice(0, MAX_LISTED) : references
    const folders = foldersOf(references.filter((reference) => !one.includes(reference)))
    this.#texts = references
    this.#listed = [...one, ...folders]
    this.#references = new Map([...references, ...folders].map((reference) => [reference.name, reference]))
    this.#maxChars = maxChars
    this.#first = pinned === undefined ? undefined : this.#find(pinned, 0)
    if (pinned !== undefined && this.#first === undefined) {
      const known = [...this.#references.keys()].join(', ') || 'none'
      throw invalidOption(`"${pinned}" is not a reference of the skill; it has ${known}`)
    }
    this.maxShown = Math.max(0, ...[...this.#references.values()].map((each) => this.#longest(each)))
  }

  /** Most UTF-16 units of what `handle` answers. */
  get handledChars(): number {
    const names = [...this.#references.keys()]
    return Math.max(NOTHING.length, SEARCH_CHARS, ...names.map((name) => pinnedText(name).length))
  }

  /** JSON Schema of each action's arguments, by its name. */
  get actions(): Readonly<Record<string, JsonObject>> {
    const names = [...this.#references.keys()]
    const name: JsonObject =
      names.length > MAX_LISTED
        ? { type: 'string', maxLength: 300 }
        : { type: 'string', enum: [...names, NONE] }
    return {
      [PIN]: {
        type: 'object',
        properties: { name, from: { type: 'integer', minimum: 0 } },
        required: ['name'],
        additionalProperties: false,
      },
      [SEARCH]: searchArguments,
    }
  }

  /** For P. */
  get instructions(): string {
    const lines = this.#listed.map(({ name, text }) =>
      name.endsWith('/')
        ? `- ${name} (a folder with ${text.split('\n').length} further texts; pin it for the list)`
        : `- ${line(name, text)}`,
    )
    return `## References

These texts belong to the instructions. One of them at a time can be pinned: it is then shown after each observation, until another takes its place.

${lines.join('\n')}

Pin one with the action {"${PIN}": {"name": "${this.#listed[0]?.name}"}}. Of a long one, "from" says at which character to begin; the name "${NONE}" removes what is pinned. The action {"${SEARCH}": {"text": "…"}} tells in which of them a text is, and at which character; "in" names one of them.`
  }

  reset(): void {
    this.#pinned = this.#first
  }

  /** Does the action and says so; undefined if it is another action. An impossible one is rejected with the reason. */
  handle(action: Action): { readonly text: string; readonly refused: boolean } | undefined {
    if (typeof action === 'string') return undefined
    const { [PIN]: wanted, [SEARCH]: sought } = action
    if (sought !== undefined) return search(this.#texts, sought)
    if (wanted === undefined) return undefined
    const { name, from = 0 } = isJsonObject(wanted) ? wanted : {}
    const isNamed = typeof name === 'string' && name !== NONE && typeof from === 'number'
    const found = isNamed ? this.#find(name, from) : undefined
    if (found === undefined && name !== NONE) return { text: NOTHING, refused: true }
    this.#pinned = found
    return { text: found ? pinnedText(found.reference.name) : UNPINNED, refused: false }
  }

  shown(): string {
    if (this.#pinned === undefined) return ''
    const { reference, from } = this.#pinned
    const window = reference.text.slice(from, from + this.#maxChars)
    return this.#frame(reference, from, from + window.length) + window.toWellFormed() + END
  }

  #find(name: string, from: number): Pinned | undefined {
    const reference = this.#references.get(name)
    if (reference === undefined || !Number.isSafeInteger(from) || from < 0) return undefined
    return from < Math.max(1, reference.text.length) ? { reference, from } : undefined
  }

  #frame({ name, text }: Reference, from: number, to: number): string {
    const part = from === 0 && to === text.length ? '' : `, characters ${from} to ${to} of ${text.length}`
    return `\n\n[Pinned: ${name}${part}]\n`
  }

  #longest(reference: Reference): number {
    const { length } = reference.text
    const whole = length <= this.#maxChars ? this.#frame(reference, 0, length).length : 0
    // A part from 1 on has the longest numbers.
    const part = this.#frame(reference, Math.max(1, length), length).length
    return Math.max(whole, part) + Math.min(length, this.#maxChars) + END.length
  }
}

function line(name: string, text: string): string {
  return `${name} (${text.length} characters)`
}

/** One list for each folder at the top, and one for texts beside them. */
function foldersOf(references: readonly Reference[]): readonly Reference[] {
  const groups = Map.groupBy(references, ({ name }) => /^[^/]*\//.exec(name)?.[0] ?? './')
  return [...groups].map(([name, members]) => ({
    name,
    text: members.map((member) => line(member.name, member.text)).join('\n'),
  }))
}

const NOTHING = 'There is no such reference, or it has no such character: see the list of references.'
const UNPINNED = 'No reference is pinned any more.'

function pinnedText(name: string): string {
  return `Pinned ${name}.`
}

const END = '\n[End of what is pinned]'
