import type { Issue } from '@skill-state/protocol'
import type { ErrorObject } from 'ajv'
import { describeValue, listValues } from './_excerpt.ts'
import { pointerStep } from './_pointer.ts'

/** Turns a finding of ajv into a place and a sentence: what was expected there, and what was found. */
export function describeError(error: ErrorObject): Issue {
  const { keyword, params, data } = error
  const path = error.instancePath
  const found = describeValue(data)
  switch (keyword) {
    case 'required':
      return { path: path + pointerStep(String(params.missingProperty)), message: missing(error) }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(error)
    case 'propertyNames':
      return {
        path: path + pointerStep(String(params.propertyName)),
        message: 'this key is not allowed here',
      }
    case 'type':
      return { path, message: `expected type ${String(params.type).replaceAll(',', ' or ')}, found ${found}` }
    case 'enum':
      return { path, message: `expected one of ${listValues(params.allowedValues)}; found ${found}` }
    case 'const':
      return { path, message: `expected ${listValues([params.allowedValue])}, found ${found}` }
    default:
      return { path, message: `${error.message ?? `must pass "${keyword}"`}, found ${found}` }
  }
}

function missing({ parentSchema, params }: ErrorObject): string {
  const type: unknown = parentSchema?.properties?.[params.missingProperty]?.type
  return `expected ${typeof type === 'string' ? `a value of type ${type}` : 'a value'} here, found nothing: the key is required`
}

function unknownKey({ instancePath, params, parentSchema }: ErrorObject): Issue {
  const known = Object.keys(parentSchema?.properties ?? {})
  const expected =
    known.length > 0 ? `expected only the keys ${listValues(known)}` : 'expected no further key'
  const key = params.additionalProperty ?? params.unevaluatedProperty
  return { path: instancePath + pointerStep(String(key)), message: `${expected}; found this one` }
}
