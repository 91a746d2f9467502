import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { describeValue, listValues } from '../../json/excerpt.ts'
import { compilePattern } from '../../pattern/pattern.ts'
import type { Run } from '../../pattern/run.ts'
import { kindOf, sameText } from './json.ts'
import { assertion, type Rule, sizeRules } from './rule.ts'

export function valueRules(schema: JsonObject): Rule[] {
  const rules: Rule[] = []
  if (schema.type !== undefined) rules.push(typeRule(schema))
  if (Array.isArray(schema.enum)) {
    const values = schema.enum
    rules.push(oneOf(values, (found) => `expected one of ${listValues(values)}; found ${found}`))
  }
  if ('const' in schema) {
    const value = schema.const as JsonValue
    rules.push(oneOf([value], (found) => `expected ${listValues([value])}, found ${found}`))
  }
  return rules
}

function typeRule({ type, nullable }: JsonObject): Rule {
  const types = new Set([type as string | string[]].flat())
  if (nullable === true) types.add('null')
  const isType = (value: JsonValue): boolean => {
    const kind = kindOf(value)
    return types.has(kind) || (kind === 'number' && types.has('integer') && Number.isInteger(value))
  }
  return assertion(isType, `expected type ${[...types].join(' or ')}`)
}

function oneOf(values: readonly JsonValue[], say: (found: string) => string): Rule {
  const scalars = new Set<JsonValue>(values.filter((value) => typeof value !== 'object' || value === null))
  const others = new Set<JsonValue>(
    values.filter((value) => !scalars.has(value)).map((value) => sameText(value)),
  )
  return (value, run, _, report) => {
    const passes =
      typeof value === 'object' && value !== null
        ? others.size > 0 && others.has(sameText(value, run))
        : scalars.has(value)
    if (!passes) report?.note(say(describeValue(value)))
    return passes
  }
}

export function numberRules(schema: JsonObject): Rule[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const rules: Rule[] = []
  const add = (
    limit: JsonValue | undefined,
    test: (value: number, limit: number) => boolean,
    say: string,
  ) => {
    if (typeof limit !== 'number') return
    rules.push(assertion((value) => typeof value !== 'number' || test(value, limit), `${say} ${limit}`))
  }
  add(minimum, (value, limit) => value >= limit, 'must be >=')
  add(maximum, (value, limit) => value <= limit, 'must be <=')
  add(exclusiveMinimum, (value, limit) => value > limit, 'must be >')
  add(exclusiveMaximum, (value, limit) => value < limit, 'must be <')
  add(multipleOf, isMultipleOf, 'must be multiple of')
  return rules
}

export function stringRules({ minLength, maxLength, pattern }: JsonObject): Rule[] {
  const rules = sizeRules('characters', [minLength, maxLength], (value, limit, run) =>
    typeof value === 'string' ? isShorter(value, limit, run) : undefined,
  )
  if (typeof pattern === 'string') {
    const matches = compilePattern(pattern)
    const test = (value: JsonValue, run: Run): boolean => typeof value !== 'string' || matches(value, run)
    rules.push(assertion(test, `must match pattern ${JSON.stringify(pattern)}`))
  }
  return rules
}

/** Whether a text has fewer code points than a limit. Counts only if its length leaves that open. */
function isShorter(text: string, limit: number, run: Run): boolean {
  if (text.length < limit) return true
  if (text.length >= 2 * limit) return false
  run.spend(text.length / 8)
  let count = 0
  for (const _ of text) count += 1
  return count < limit
}

/** Whether a number is a multiple of another one, both read as the decimals they are written as: 19.99 of 0.01. */
function isMultipleOf(value: number, step: number): boolean {
  const [a, b] = [readDecimal(value), readDecimal(step)]
  const least = Math.min(a.exponent, b.exponent)
  const scale = (exponent: number): bigint => 10n ** BigInt(exponent - least)
  return (a.digits * scale(a.exponent)) % (b.digits * scale(b.exponent)) === 0n
}

/** A number as a person reads it: digits × 10^exponent. */
function readDecimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}
