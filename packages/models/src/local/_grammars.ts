import type { JsonObject } from '@skill-state/protocol'
import { lowerSchema } from '../answers/lower-schema.ts'
import type { Grammar, Llama } from './_library.ts'

/** Gives the grammar of a schema; nothing where a grammar cannot express it. */
export type Grammars = (schema: JsonObject) => Promise<Grammar | undefined>

/** Reads each schema once: the callers of an episode send one and the same object with every call. */
export function createGrammars(llama: Llama, longestText: number | undefined): Grammars {
  const known = new WeakMap<JsonObject, Promise<Grammar | undefined>>()
  const options = longestText === undefined ? {} : { longestText }
  const read = async (schema: JsonObject): Promise<Grammar | undefined> => {
    const lowered = lowerSchema(schema, 'gbnf', options)
    if (!lowered.ok || lowered.value.grammar === undefined) return undefined
    return llama.createGrammar({ grammar: lowered.value.grammar })
  }
  return (schema) => {
    const grammar = known.get(schema) ?? read(schema)
    known.set(schema, grammar)
    return grammar
  }
}
