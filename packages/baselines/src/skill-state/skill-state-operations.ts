import { operationsEncoding } from '@skill-state/core'
import { inJson, type JsonRecord } from './_in-json.ts'

export const skillStateOperations: JsonRecord = inJson(
  'skill-state-operations',
  operationsEncoding,
  'a list of operations',
)
