import { type Action, isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'
import type { Reference } from './_find-references.ts'

/** The action that fills the slot, as `{"pin_reference": {"name": "references/guide.md"}}`. */
export const PIN = 'pin_reference'

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

/** Holds at most one reference, and shows one window of it. */
export class ReferenceSlot {
  /** Most UTF-16 units that `shown` gives. */
  readonly maxShown: number
  readonly #references: ReadonlyMap<string, Reference>
  readonly #maxChars: number
  readonly #first: Pinned | undefined
  #pinned: Pinned | undefined

  constructor({ references, maxChars = 8_000, pinned }: WithReferencesOptions) {
    if (!Number.isSafeInteger(maxChars) || maxChars < 1) {
      throw new SkillStateError(
        'invalid-option',
        `expected maxChars to be a whole number from 1, found ${maxChars}`,
      )
    }
    this.#references = new Map(references.map((reference) => [reference.name, reference]))
    this.#maxChars = maxChars
    this.#first = pinned === undefined ? undefined : this.#find(pinned, 0)
    if (pinned !== undefined && this.#first === undefined) {
      const known = [...this.#references.keys()].join(', ') || 'none'
      throw new SkillStateError('invalid-option', `"${pinned}" is no reference of the skill; it has ${known}`)
    }
    this.maxShown = Math.max(0, ...references.map((reference) => this.#longest(reference)))
  }

  /** Most UTF-16 units of what `handle` answers. */
  get handledChars(): number {
    return Math.max(NOTHING.length, ...[...this.#references.keys()].map((name) => pinnedText(name).length))
  }

  /** JSON Schema of the action's arguments. */
  get argumentsSchema(): JsonObject {
    return {
      type: 'object',
      properties: {
        name: { type: 'string', enum: [...this.#references.keys(), NONE] },
        from: { type: 'integer', minimum: 0 },
      },
      required: ['name'],
      additionalProperties: false,
    }
  }

  /** For P. */
  get instructions(): string {
    const lines = [...this.#references.values()].map(
      ({ name, text }) => `- ${name} (${text.length} characters)`,
    )
    return `## References

These texts belong to the instructions. One of them at a time can be pinned: it is then shown before each observation, until another takes its place.

${lines.join('\n')}

Pin one with the action {"${PIN}": {"name": "${[...this.#references.keys()][0]}"}}. Of a long one, "from" says at which character to begin; the name "${NONE}" removes what is pinned.`
  }

  reset(): void {
    this.#pinned = this.#first
  }

  /** Does the action and says so; undefined where it is another action. An impossible one is refused with the reason. */
  handle(action: Action): { readonly text: string; readonly refused: boolean } | undefined {
    const wanted = typeof action === 'string' ? undefined : action[PIN]
    if (wanted === undefined) return undefined
    const { name, from = 0 } = isJsonObject(wanted) ? wanted : {}
    if (name === NONE) {
      this.#pinned = undefined
      return { text: UNPINNED, refused: false }
    }
    const found = typeof name === 'string' && typeof from === 'number' ? this.#find(name, from) : undefined
    if (found === undefined) {
      return { text: NOTHING, refused: true }
    }
    this.#pinned = found
    return { text: pinnedText(found.reference.name), refused: false }
  }

  /** What stands before an observation. */
  shown(): string {
    if (this.#pinned === undefined) return ''
    const { reference, from } = this.#pinned
    const window = reference.text.slice(from, from + this.#maxChars)
    return this.#frame(reference, from, from + window.length) + window.toWellFormed() + END
  }

  #find(name: string, from: number): Pinned | undefined {
    const reference = this.#references.get(name)
    const inside =
      Number.isSafeInteger(from) && from >= 0 && from <= Math.max(0, (reference?.text.length ?? 0) - 1)
    return reference !== undefined && inside ? { reference, from } : undefined
  }

  #frame({ name, text }: Reference, from: number, to: number): string {
    const part = from === 0 && to === text.length ? '' : `, characters ${from} to ${to} of ${text.length}`
    return `[Pinned: ${name}${part}]\n`
  }

  #longest(reference: Reference): number {
    const { length } = reference.text
    const whole = length <= this.#maxChars ? this.#frame(reference, 0, length).length : 0
    // A part from 1 on has the longest numbers.
    const part = this.#frame(reference, Math.max(1, length), length).length
    return Math.max(whole, part) + Math.min(length, this.#maxChars) + END.length
  }
}

const NOTHING = 'There is no such reference, or it has no such character: see the list of references.'
const UNPINNED = 'No reference is pinned any more.'

function pinnedText(name: string): string {
  return `Pinned ${name}.`
}

const END = '\n[End of what is pinned]\n\n'
