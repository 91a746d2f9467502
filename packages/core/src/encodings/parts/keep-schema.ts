import { isJsonObject, type JsonObject, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { pointerStep } from '../../json/pointer.ts'
import { mapValues, namedKeys, plainSchemas, typesOf } from './plain-schemas.ts'
import { closed, eitherOf, NULL, StrictUnion } from './strict-union.ts'

/** What stands for an unchanged value: an object, since any text could be a value of the state. */
export const KEEP: JsonObject = { keep: true }

const keepSchema = closed({ keep: { type: 'boolean', enum: [true] } })

/** Levels of the state, with the answer around it within strict mode's ten. */
const MOST_LEVELS = 8

/**
 * JSON Schema of an object that names every key of the state: with its new value, with null if it may go, or
 * with the sign that it stays. Throws `invalid-skill` if the keys cannot all be named.
 */
export function keepPatchSchema(stateSchema: JsonObject): JsonObject {
  const [root, ...others] = plainSchemas(stateSchema, stateSchema)
  if (!root || others.length > 0) throw refused('', 'offers several shapes of a state')
  return levelSchema(stateSchema, root, '', MOST_LEVELS)
}

function levelSchema(root: JsonObject, plain: JsonObject, path: string, levels: number): JsonObject {
  if (mapValues(plain).length > 0) throw refused(path, 'leaves keys open')
  if (levels === 0) throw refused(path, `is nested more than ${MOST_LEVELS} levels deep, or contains itself`)
  const { properties, required } = namedKeys(plain)
  const fields = Object.entries(properties).map(([key, schema]): [string, JsonObject] => {
    const place = path + pointerStep(key)
    if (key === 'keep' && path !== '') throw refused(place, 'has the name of the sign for an unchanged value')
    const values = valueSchemas(root, schema, place, levels - 1)
    return [key, eitherOf([...values, ...(required.has(key) ? [] : [NULL]), keepSchema])]
  })
  return closed(Object.fromEntries(fields))
}

function valueSchemas(root: JsonObject, schema: JsonValue, path: string, levels: number): JsonObject[] {
  const objects: JsonObject[] = []
  const union = new StrictUnion(root, levels)
  for (const plain of plainSchemas(root, schema)) {
    const types = typesOf(plain)
    if (!types) throw refused(path, 'allows any value')
    if (types.includes('array')) checkItems(root, plain, path, levels)
    if (types.includes('object')) objects.push(levelSchema(root, plain, path, levels))
    union.addPlain({ ...plain, type: types.filter((type) => type !== 'object') })
  }
  if (objects.length > 1) throw refused(path, 'offers several shapes of an object')
  return [...union.branches(), ...objects]
}

/** Passes arrays of scalars, and of arrays of them. */
function checkItems(root: JsonObject, plain: JsonObject, path: string, levels: number): void {
  const { prefixItems, items = true } = plain
  if (prefixItems !== undefined || Array.isArray(items)) throw refused(path, 'is an array of fixed places')
  if (levels === 0) throw refused(path, `is nested more than ${MOST_LEVELS} levels deep, or contains itself`)
  for (const item of plainSchemas(root, items)) {
    const types = typesOf(item)
    if (!types) throw refused(path, 'is an array of anything')
    if (types.includes('object')) throw refused(path, 'is an array of objects')
    if (types.includes('array')) checkItems(root, item, path, levels - 1)
  }
}

function refused(path: string, reason: string): SkillStateError {
  const place = path === '' ? 'the state' : `"${path}"`
  const message = `the encoding "keep" cannot write this state: ${place} ${reason}; use the encoding "operations"`
  return new SkillStateError('invalid-skill', message)
}

export function isKeep(value: JsonValue): boolean {
  return isJsonObject(value) && value.keep === true && Object.keys(value).length === 1
}
