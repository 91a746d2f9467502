import { answerSchema, certify, compileSkill, operationsEncoding } from '@skill-state/core'
import { z } from 'zod'

const ticket = z.strictObject({ customer: z.string().max(40), tries: z.int().min(0).max(9) })
const skill = {
  name: 'tickets',
  instructions: 'Answer each ticket, and remember what is open.',
  schema: z.strictObject({
    open: z.record(z.string().max(12), ticket).meta({ maxProperties: 50 }), // by id, not a list
    tone: z.enum(['formal', 'informal']), // a field for each thing, not one text for all
    lastError: z.string(),
  }),
  initialState: { open: {}, tone: 'formal', lastError: '' },
}
const caps = { maxObservationChars: 2_000 }
console.log(JSON.stringify(certify(compileSkill(skill), caps)))

const schema = skill.schema.extend({ lastError: z.string().max(200) })
const bounded = compileSkill({ ...skill, schema }, { encoding: operationsEncoding })
console.log(JSON.stringify(certify(bounded, caps)))

// The JSON Schema of a whole answer, for a model whose decoding can be constrained.
console.log(Object.keys(answerSchema(bounded).properties ?? {}).join(', '))
