import { keepEncoding } from '@skill-state/core'
import { inJson, type JsonRecord } from './_in-json.ts'

export const skillStateKeep: JsonRecord = inJson(
  'skill-state-keep',
  keepEncoding,
  'an object with every key, kept or set',
)
