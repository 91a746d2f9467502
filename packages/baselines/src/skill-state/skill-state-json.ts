import { mergeEncoding } from '@skill-state/core'
import { inJson, type JsonRecord } from './_in-json.ts'

export const skillStateJson: JsonRecord = inJson('skill-state-json', mergeEncoding, 'a merge object')
