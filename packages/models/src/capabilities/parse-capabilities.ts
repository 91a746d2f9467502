import { invalidOption, isJsonObject, type SkillStateError } from '@skill-state/protocol'
import { dialects } from '../answers/index.ts'
import {
  cachings,
  type ModelCapabilities,
  natives,
  outputLimitNames,
  samplingParameters,
} from './capabilities.ts'

/** Says what a value should be, if it is not that. */
type Check = (value: unknown) => string | undefined

const count: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? undefined : 'a whole number from 1'

const price: Check = (value) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value)
    ? undefined
    : 'US dollars for a million tokens'

const date: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? undefined : 'a date such as 2026-11-21'

const text: Check = (value) => (typeof value === 'string' ? undefined : 'a text')

function oneOf(names: readonly string[]): Check {
  const wanted = `one of ${names.join(', ')}`
  return (value) => (typeof value === 'string' && names.includes(value) ? undefined : wanted)
}

function listOf(each: Check, wanted: string): Check {
  return (value) =>
    Array.isArray(value) && value.every((item) => each(item) === undefined)
      ? undefined
      : `a list of ${wanted}`
}

const fields: Readonly<Record<keyof ModelCapabilities, Check>> = {
  dialect: oneOf(dialects),
  sampling: listOf(oneOf(samplingParameters), `sampling parameters: ${samplingParameters.join(', ')}`),
  contextTokens: count,
  maxOutputTokens: count,
  outputTokenLimit: count,
  outputLimitName: oneOf(outputLimitNames),
  caching: oneOf(cachings),
  cacheMinimumTokens: count,
  prices: (value) => (isJsonObject(value) ? undefined : 'an object with date, input and output'),
  native: oneOf(natives),
  sees: listOf(text, 'media types'),
  notes: listOf(text, 'texts'),
}

const priceFields = { date, input: price, output: price, cacheRead: price, cacheWrite: price }

/**
 * Capabilities that a user gives, for instance from a file. Throws `invalid-option` at the first field that is
 * unknown or has a wrong value; a field that is undefined counts as absent.
 */
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

function check(value: object, checks: Readonly<Record<string, Check>>, place: string): void {
  for (const [key, each] of Object.entries(value)) {
    const one = Object.hasOwn(checks, key) ? checks[key] : undefined
    if (!one) throw invalidOption(`${place} has no field "${key}"; it has ${Object.keys(checks).join(', ')}`)
    const wanted = each === undefined ? undefined : one(each)
    if (wanted !== undefined) throw refused(`${place}.${key}`, wanted, each)
  }
}

function refused(place: string, wanted: string, found: unknown): SkillStateError {
  const shown = JSON.stringify(found)?.slice(0, 80) ?? String(found)
  return invalidOption(`${place} must be ${wanted}, not ${shown}`)
}
