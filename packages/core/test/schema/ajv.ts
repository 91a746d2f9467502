import type { JsonObject } from '@skill-state/protocol'
import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const options: Options = { strict: false, validateFormats: false, ownProperties: true, logger: false }
// Each compiles the schema of schemas once, which takes longer than the schemas of tests.
const [draft07, draft2020] = [new Ajv(options), new Ajv2020(options)]

/** The verdict of ajv, a validator that shares no code with ours. Throws if the schema does not compile. */
export function ajvVerdict(schema: JsonObject): (value: unknown) => boolean {
  const isDraft07 = typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
  const ajv = isDraft07 ? draft07 : draft2020
  try {
    const validate = ajv.compile(schema)
    return (value) => validate(value) as boolean
  } finally {
    ajv.removeSchema(schema) // the next schema knows nothing of it
  }
}
