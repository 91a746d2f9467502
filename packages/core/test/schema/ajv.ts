import type { JsonObject } from '@skill-state/protocol'
import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const options: Options = { strict: false, validateFormats: false, ownProperties: true, logger: false }

/** The verdict of ajv, a validator that shares no code with ours. Throws if the schema does not compile. */
export function ajvVerdict(schema: JsonObject): (value: unknown) => boolean {
  const draft07 = typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
  const validate = new (draft07 ? Ajv : Ajv2020)(options).compile(schema)
  return (value) => validate(value) as boolean
}
