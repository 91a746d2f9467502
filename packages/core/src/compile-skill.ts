import {
  type Issue,
  invalidOption,
  isJsonObject,
  type JsonObject,
  reasonOf,
  type Skill,
  SkillStateError,
} from '@skill-state/protocol'
import type { Capture } from './capture/captured.ts'
import type { PatchEncoding } from './encodings/encoding.ts'
import { mergeEncoding } from './encodings/merge-encoding.ts'
import type { Guard } from './guard.ts'
import { oneLine } from './json/excerpt.ts'
import type { MergeOptions } from './merge.ts'
import { Run } from './pattern/run.ts'
import { acceptsChange, checkWith } from './schema/json-schema.ts'
import { type LibraryRules, libraryRules, toJsonSchema } from './schema/library.ts'
import { EndlessReference } from './schema/validator/combiners.ts'
import { openDocument, type SchemaDocument } from './schema/validator/document.ts'
import type { LevelChange } from './state/change.ts'
import { checkJson } from './state/check-json.ts'
import { State } from './state/state.ts'

/** How patches are written, merged and guarded. The defaults are the paper's. */
export interface PatchOptions extends MergeOptions {
  /** How the model writes a patch. Default `mergeEncoding`. */
  readonly encoding?: PatchEncoding | undefined
  /** Rules beside the schema, in the order in which they apply. Default none. */
  readonly guards?: readonly Guard[] | undefined
  /**
   * Fields at the top of the state that the runtime fills from tools' results and users' messages; see `capture` of
   * `@skill-state/core/capture`. A patch that writes one of them is rejected. Default none.
   */
  readonly capture?: Capture | undefined
}

/** A skill that is ready to take patches. */
export interface CompiledSkill {
  readonly skill: Skill
  readonly schema: JsonObject
  /** Σ_0 */
  readonly initialState: State
  readonly options: PatchOptions & { readonly encoding: PatchEncoding; readonly guards: readonly Guard[] }
  /** Says why a value is no whole state of the skill; empty if it is one. */
  readonly validate: (state: unknown) => readonly Issue[]
  /** Says why the state after a change does not fit, if the state before does. Looks at what was changed. */
  readonly validateChange: (change: LevelChange) => readonly Issue[]
}

/**
 * Compiles a skill: once, so the object must not change afterwards. Throws `invalid-skill` if its schema does
 * not compile, if the encoding cannot write it, or if Σ_0 is not an object, holds null, is nested too deeply
 * or does not pass; `invalid-option` for a shallow merge of an encoding whose patches are recursive.
 *
 * A schema of a library (zod 4) is read as the JSON Schema that it gives for its output. What that cannot say, such as
 * a zod refinement, is asked of the library.
 *
 * @example
 * ```ts
 * import { compileSkill } from '@skill-state/core'
 *
 * const compiled = compileSkill({
 *   name: 'count',
 *   instructions: 'Count.',
 *   schema: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
 *   initialState: { count: 0 },
 * })
 * console.log(compiled.skill.name) // count
 * ```
 */
export function compileSkill(skill: Skill, options: PatchOptions = {}): CompiledSkill {
  let base = compiled.get(skill)
  if (base === undefined) {
    base = compile(skill)
    compiled.set(skill, base)
  }
  const { encoding = mergeEncoding, guards = [] } = options
  if (encoding !== mergeEncoding) checkEncoding(base, encoding, options)
  options.capture?.check(base)
  return { ...base, options: { ...options, encoding, guards } }
}

/** Compiling takes milliseconds, and an episode is not the last one of its skill. */
const compiled = new WeakMap<Skill, Omit<CompiledSkill, 'options'>>()

function compile(skill: Skill): Omit<CompiledSkill, 'options'> {
  const { document, rules } = open(skill)
  const root = document.whole
  const validate = (state: unknown): readonly Issue[] =>
    guarded(skill, () => {
      if (!isJsonObject(state)) return [{ path: '', message: 'expected an object' }]
      const misshapen = checkJson(state, 'nowhere')
      if (misshapen.length > 0) return misshapen
      // What the author gave, or was committed before: however large it is, no reply made it so at once.
      const passes = (): boolean => root.judge(state, new Run(Infinity))
      const issues = checkWith(root, passes, () => state)
      return issues.length > 0 ? issues : (rules?.whole(state) ?? [])
    })
  const initial: unknown = skill.initialState
  if (!isJsonObject(initial)) throw invalidSkill(skill, 'its initial state is not an object')
  const [issue] = validate(initial)
  if (issue) throw invalidSkill(skill, `its initial state is rejected at "${issue.path}": ${issue.message}`)
  return {
    skill,
    schema: document.root,
    initialState: State.from(initial),
    validate,
    validateChange: (change) =>
      guarded(skill, () => {
        const passes = (): boolean => acceptsChange(root, change, new Run())
        // The reasons come from the whole state: they are needed only if the answer is no.
        const issues = checkWith(root, passes, () => change.after.toJSON())
        return issues.length > 0 ? issues : (rules?.change(change) ?? [])
      }),
  }
}

/** Judges by a schema. Throws `invalid-skill` if the schema turns out to be at fault. */
function guarded<T>(skill: Skill, judge: () => T): T {
  try {
    return judge()
  } catch (cause) {
    if (cause instanceof EndlessReference)
      throw invalidSkill(skill, `its schema is at fault: ${cause.message}`, cause)
    throw cause
  }
}

function checkEncoding(
  { skill, schema }: Pick<CompiledSkill, 'skill' | 'schema'>,
  encoding: PatchEncoding,
  { depth }: PatchOptions,
): void {
  if (depth === 'shallow') {
    const message = `depth 'shallow' goes with the encoding "merge" only, not with "${encoding.name}": leave one of them out`
    throw invalidOption(message)
  }
  try {
    encoding.patchSchema(schema)
  } catch (cause) {
    throw invalidSkill(skill, reasonOf(cause), cause)
  }
}

function open(skill: Skill): { document: SchemaDocument; rules: LibraryRules | undefined } {
  try {
    return { document: openDocument(toJsonSchema(skill.schema)), rules: libraryRules(skill.schema) }
  } catch (cause) {
    throw invalidSkill(skill, `its schema does not compile: ${reasonOf(cause)}`, cause)
  }
}

function invalidSkill(skill: Skill, reason: string, cause?: unknown): SkillStateError {
  return new SkillStateError('invalid-skill', `skill "${skill.name}": ${oneLine(reason, 300)}`, { cause })
}
