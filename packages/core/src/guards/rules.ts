import {
  invalidOption,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Result,
} from '@skill-state/protocol'
import { describeValue, listValues } from '../json/excerpt.ts'
import { mergeState } from '../merge.ts'
import { sameText } from '../schema/validator/json.ts'
import { describeNode, type Node, sameNode } from '../state/node.ts'
import { replacing } from '../state/replacing.ts'
import { State, type StateValue } from '../state/state.ts'

/** How what a patch writes at a place becomes what ⊕ shall put there. */
export interface MergeRule {
  /** As the annotation `x-merge` has it. */
  readonly name: string
  /**
   * What the patch shall say instead of `written`, which is not null: null deletes under every rule. Paths of
   * issues start at the place. Pure.
   */
  combine(written: JsonValue, present: StateValue | undefined): Result<JsonValue>
}

/** A rule by its name, as the annotation `x-merge` has it, with its options. */
export type NamedRule =
  | 'append'
  | 'union'
  | 'max'
  | 'once'
  | 'replace'
  | { readonly rule: 'append'; readonly most: number }

type Combine = (written: JsonValue, present: StateValue | undefined, most: number) => Result<JsonValue>

/** The rules by their names. A new rule is one entry here. `most` is an option of `append` alone. */
const MERGE_RULES: Readonly<Record<string, Combine>> = {
  /** The patch's array is appended to the one that is there, of which the newest items are kept. */
  append: (written, present, most) =>
    withItems(written, present, (all) => all.slice(Math.max(0, all.length - most))),

  /** The patch's items join those that are there, each once. Items are equal as JSON, whatever the order of keys. */
  union: (written, present) =>
    withItems(written, present, (all) => {
      const texts = all.map((item) => sameText(item))
      const first = new Map(texts.toReversed().map((text, back) => [text, texts.length - 1 - back]))
      return all.filter((_, at) => first.get(texts[at] ?? '') === at)
    }),

  max(written, present) {
    if (typeof written !== 'number') {
      return reject(`expected a number (the largest is kept), found ${describeNode(written)}`)
    }
    return { ok: true, value: typeof present === 'number' ? Math.max(present, written) : written }
  },

  /**
   * A place is set while it is empty; after that, a patch that would change it is rejected. To set it anew, it
   * must be deleted in an earlier step.
   */
  once(written, present) {
    if (present === undefined || changesNothing(written, present)) return { ok: true, value: written }
    return reject(
      `expected ${describeNode(present)} to stay, since it is set once, found ${describeNode(written)}: delete it with null in a step of its own before you set it anew`,
    )
  },

  /** An object replaces the one that is there as a whole: what it omits is deleted. */
  replace: (written, present) => ({
    ok: true,
    value: isJsonObject(written) && present instanceof State ? replacing(present, written) : written,
  }),
}

/** The rule that a value names; throws `invalid-option` if it names none, or has options that the rule does not take. */
export function ruleNamed(value: JsonValue): MergeRule {
  const { rule: name, ...options }: JsonObject = isJsonObject(value) ? value : { rule: value }
  const rule = typeof name === 'string' && Object.hasOwn(MERGE_RULES, name) ? MERGE_RULES[name] : undefined
  if (typeof name !== 'string' || !rule) {
    const known = listValues(Object.keys(MERGE_RULES))
    throw invalidOption(`expected the rule of x-merge to be one of ${known}, found ${describeValue(name)}`)
  }
  const { most = Infinity, ...others } = options
  const unknown = Object.keys(name === 'append' ? others : options)
  if (unknown.length > 0) {
    throw invalidOption(`the rule of x-merge, ${describeValue(name)}, does not take ${listValues(unknown)}`)
  }
  if (!(most === Infinity || Number.isInteger(most)) || Number(most) < 1) {
    throw invalidOption(
      `append: most must be a whole number from 1, found ${typeof most === 'string' ? most : JSON.stringify(most)}`,
    )
  }
  return { name, combine: (written, present) => rule(written, present, Number(most)) }
}

export function reject(message: string): Result<never> {
  return { ok: false, issues: [{ path: '', message }] }
}

/** Combines the items that are there with those that the patch adds, if both are arrays. */
function withItems(
  written: JsonValue,
  present: StateValue | undefined,
  combine: (all: readonly JsonValue[]) => readonly JsonValue[],
): Result<JsonValue> {
  if (!isArray(written))
    return reject(`expected an array of the items to add, found ${describeNode(written)}`)
  if (present === undefined || isArray(present))
    return { ok: true, value: combine([...(present ?? []), ...written]) }
  return reject(`expected an array to add to, found ${describeNode(present)} in the state: delete that first`)
}

const isArray = (value: Node): value is readonly JsonValue[] => Array.isArray(value)

function changesNothing(written: JsonValue, present: StateValue): boolean {
  if (!isJsonObject(written)) return sameNode(written, present)
  return present instanceof State && sameNode(mergeState(present, written).after, present)
}
