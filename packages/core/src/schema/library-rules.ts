import type { Issue, JsonValue, StateSchema } from '@skill-state/protocol'
import { oneLine } from '../json/excerpt.ts'
import { pointerStep } from '../json/pointer.ts'
import type { LevelChange } from '../state/change.ts'
import { toJsonValue } from '../state/state.ts'
import { entryOf, hasOwnRules, hasUnsaidRules, isZod } from './_library-parts.ts'
import { libraryOf } from './to-json-schema.ts'
import { sameText } from './validator/json.ts'

/** The rules of a schema's library that its JSON Schema does not say, such as those of zod's `refine`. */
export interface LibraryRules {
  /** Checks a whole state. */
  readonly whole: (state: JsonValue) => readonly Issue[]
  /** Checks what a change touched: the nearest level that has such a rule, with all that is below it. */
  readonly change: (change: LevelChange) => readonly Issue[]
}

/** The library's own rules; undefined if its JSON Schema says all of them. */
export function libraryRules(schema: StateSchema): LibraryRules | undefined {
  const library = libraryOf(schema)
  if (library === undefined || !hasUnsaidRules(library)) return undefined
  return { whole: (state) => ask(library, state, ''), change: (change) => askChange(library, change, '') }
}

function askChange(schema: unknown, change: LevelChange, path: string): readonly Issue[] {
  const entry = isZod(schema) && !hasOwnRules(schema) ? entryOf(schema) : undefined
  if (entry === undefined) return ask(schema, change.after.toJSON(), path)
  return change.entries.flatMap(({ key, before, after, below }) => {
    const part = entry(key)
    if (after === undefined || before === after || part === undefined || !hasUnsaidRules(part)) return []
    const place = path + pointerStep(key)
    return below ? askChange(part, below, place) : ask(part, toJsonValue(after), place)
  })
}

interface Validating {
  readonly '~standard': {
    readonly validate?: ((value: unknown) => Outcome | PromiseLike<Outcome>) | undefined
  }
}

type Outcome =
  | { readonly issues: readonly LibraryIssue[] }
  | { readonly issues?: undefined; readonly value: unknown }

interface LibraryIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

function ask(schema: unknown, value: JsonValue, path: string): readonly Issue[] {
  const outcome = validate(schema as Validating, value)
  if (typeof outcome === 'string') return [{ path, message: outcome }]
  if (outcome.issues) return outcome.issues.map((issue) => toIssue(issue, path))
  if (sameText(outcome.value as JsonValue) === sameText(value)) return []
  return [{ path, message: 'the schema would change this value: write what it makes of it' }]
}

/** What the library says, or why it could not. */
function validate({ '~standard': { validate: ask } }: Validating, value: JsonValue): Outcome | string {
  if (ask === undefined) return 'the library of the schema cannot check it'
  try {
    const outcome = ask(value)
    if (!('then' in outcome)) return outcome
    // Zod asks again like this if a rule throws.
    Promise.resolve(outcome).catch(() => undefined)
    return 'a rule of the schema failed, or is asynchronous: it cannot be checked'
  } catch (error) {
    return `a rule of the schema failed: ${oneLine(error instanceof Error ? error.message : String(error), 200)}`
  }
}

function toIssue({ message, path = [] }: LibraryIssue, above: string): Issue {
  const steps = path.map((step) => pointerStep(String(typeof step === 'object' ? step.key : step)))
  return { path: above + steps.join(''), message }
}
