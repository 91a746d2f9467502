import { invalidOption, isJsonObject, type PriceSheet, type SkillStateError } from '@skill-state/protocol'
import { dialects } from '../answers/index.ts'
import { isPositive, isPrice, isText, listOf, oneOf, type Shape } from '../values/shape.ts'
import {
  cachings,
  type ModelCapabilities,
  natives,
  outputLimitNames,
  samplingParameters,
} from './capabilities.ts'

const count = ['a whole number from 1', isPositive] as const
const price = ['US dollars for a million tokens', isPrice] as const
const nameOf = (names: readonly string[]) => [`one of ${names.join(', ')}`, oneOf(...names)] as const

const fields: Shape<ModelCapabilities> = {
  dialect: nameOf(dialects),
  sampling: [
    `a list of sampling parameters: ${samplingParameters.join(', ')}`,
    listOf(oneOf(...samplingParameters)),
  ],
  contextTokens: count,
  maxOutputTokens: count,
  outputTokenLimit: count,
  outputLimitName: nameOf(outputLimitNames),
  caching: nameOf(cachings),
  cacheMinimumTokens: count,
  prices: ['an object with date, input and output', isJsonObject],
  native: nameOf(natives),
  sees: ['a list of media types', listOf(isText)],
  notes: ['a list of texts', listOf(isText)],
}

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const priceFields: Shape<PriceSheet> = {
  date: ['a date such as 2026-11-21', isDate],
  input: price,
  output: price,
  cacheRead: price,
  cacheWrite: price,
}

/** Capabilities that a user gives; an undefined field counts as absent. Throws `invalid-option` at the first wrong or unknown field. */
export function parseCapabilities(value: unknown): Partial<ModelCapabilities> {
  if (!isJsonObject(value)) throw refused('capabilities', 'an object', value)
  check(value, fields, 'capabilities')
  if (isJsonObject(value.prices)) {
    check(value.prices, priceFields, 'capabilities.prices')
    for (const key of ['date', 'input', 'output']) {
      if (!Object.hasOwn(value.prices, key)) throw refused(`capabilities.prices.${key}`, 'given', undefined)
    }
  }
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
}

function check(value: object, shape: Shape<Record<string, unknown>>, place: string): void {
  for (const [key, each] of Object.entries(value)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!field) throw invalidOption(`${place} has no field "${key}"; it has ${Object.keys(shape).join(', ')}`)
    const [wanted, isRight] = field
    if (each !== undefined && !isRight(each)) throw refused(`${place}.${key}`, wanted, each)
  }
}

function refused(place: string, wanted: string, found: unknown): SkillStateError {
  const shown = JSON.stringify(found)?.slice(0, 80) ?? String(found)
  return invalidOption(`${place} must be ${wanted}, not ${shown}`)
}
