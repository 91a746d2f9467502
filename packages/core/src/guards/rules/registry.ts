import { append } from './append.ts'
import { max } from './max.ts'
import type { MergeRule } from './merge-rule.ts'
import { once } from './once.ts'
import { replace } from './replace.ts'
import { union } from './union.ts'

/** A rule that the annotation `x-merge` can name. */
interface RegisteredRule {
  /** The options that it takes beside `rule`. */
  readonly options: readonly string[]
  /** Throws `invalid-option` for an option out of range. */
  readonly create: (options: Readonly<Record<string, unknown>>) => MergeRule
}

/** The rules by their names. A new rule is one file and one line here. */
export const MERGE_RULES: ReadonlyMap<string, RegisteredRule> = new Map<string, RegisteredRule>([
  ['append', { options: ['most'], create: ({ most }) => append({ most: most as number | undefined }) }],
  ['union', { options: [], create: union }],
  ['max', { options: [], create: max }],
  ['once', { options: [], create: once }],
  ['replace', { options: [], create: replace }],
])
