import { getItem } from '../../python/containers.ts'
import type { PythonDict } from '../../python/value.ts'

export const addressParameters = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const

/** The address that the arguments make up, of whatever type they are. */
export function addressOf(kwargs: PythonDict): PythonDict {
  return new Map(addressParameters.map((name) => [name, getItem(kwargs, name)]))
}
