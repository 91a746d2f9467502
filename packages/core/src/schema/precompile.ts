import { reasonOf, type Skill, SkillStateError } from '@skill-state/protocol'
import { libraryRules, toJsonSchema } from './library.ts'
import { openDocument } from './validator/document.ts'

/**
 * The source of an ES module that exports a skill's schema as JSON Schema, named `schema`. It imports nothing: a
 * program that starts with it loads no library of schemas.
 *
 * Throws `invalid-skill` for a schema that does not compile, or that has rules which only its library can check.
 */
export function precompile(skill: Pick<Skill, 'name' | 'schema'>): string {
  try {
    const schema = toJsonSchema(skill.schema)
    openDocument(schema)
    if (libraryRules(skill.schema)) throw new Error('it has rules that only its library can check')
    return `export const schema = ${withOwnKeys(JSON.stringify(schema))}\n`
  } catch (cause) {
    const message = `skill "${skill.name}" cannot be precompiled: ${reasonOf(cause)}`
    throw new SkillStateError('invalid-skill', message, { cause })
  }
}

/**
 * In source, `"__proto__":` sets the prototype of an object, and `["__proto__"]:` a key. After a brace or a comma
 * it is no part of a string, where quotes are escaped. JSON.parse of the text would be no way round: V8 may take
 * a key with an escape for another one (https://github.com/nodejs/node/issues/63785).
 */
const withOwnKeys = (code: string): string => code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:')
