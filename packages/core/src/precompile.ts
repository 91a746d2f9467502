import { type Skill, SkillStateError } from '@skill-state/protocol'
import standalone from 'ajv/dist/standalone/index.js'
import { createAjv } from './_ajv.ts'
import { openDocument } from './_json-schema.ts'
import { SchemaLevel } from './_schema-level.ts'
import { toJsonSchema } from './_to-json-schema.ts'

/**
 * The source of an ES module with the compiled validators of a skill's schema: `schema` and `validators`, to be
 * given to `usePrecompiled`. It imports nothing. A skill then starts without compiling, in about a millisecond.
 *
 * Throws `invalid-skill` for a schema that does not compile, or whose validators need more than text lengths and
 * equality.
 */
export function precompile(skill: Pick<Skill, 'name' | 'schema'>): string {
  try {
    const schema = toJsonSchema(skill.schema)
    const { ajv, locate } = createAjv(schema, { code: { source: true, esm: true } })
    const pointers = [...SchemaLevel.root(openDocument(schema)).reachable()]
    const names = pointers.map((pointer, at) => [`at${at}`, pointer] as const)
    const code = standalone.default(ajv, Object.fromEntries(names.map(([name, at]) => [name, locate(at)])))
    const table = names.map(([name, pointer]) => `${JSON.stringify(pointer)}: ${name}`)
    return withOwnKeys(`${withHelpers(code)}
export const schema = ${JSON.stringify(schema)}
export const validators = { ${table.join(', ')} }
`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SkillStateError('invalid-skill', `skill "${skill.name}" cannot be precompiled: ${reason}`, {
      cause,
    })
  }
}

/** Ajv's code requires two functions of its own. A module that imports nothing has to bring them. */
const helpers: Readonly<Record<string, string>> = {
  'ajv/dist/runtime/ucs2length': '(text) => Array.from(text).length',
  'ajv/dist/runtime/equal': `function same(a, b) {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}`,
}

function withHelpers(code: string): string {
  return code.replace(/require\("([^"]+)"\)\.default/g, (_, module: string) => {
    const helper = helpers[module]
    if (helper === undefined) throw new Error(`its validators need ${module}`)
    return `(${helper})`
  })
}

/**
 * In source, `"__proto__":` sets the prototype of an object, and `["__proto__"]:` a key. After a brace or a comma
 * it is no part of a string, where quotes are escaped. JSON.parse of the text would be no way round: V8 may take
 * a key with an escape for another one (https://github.com/nodejs/node/issues/63785).
 */
function withOwnKeys(code: string): string {
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:')
}
