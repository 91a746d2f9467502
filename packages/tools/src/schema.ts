import { type Checked, type Issue, invalidOption, type JsonObject, type Result } from '@skill-state/protocol'

/** A schema of any library that follows the Standard Schema specification (https://standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly vendor: string
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>
    readonly types?: { readonly output: Output } | undefined
    /** Present if the library can describe its schemas as JSON Schema, as zod 4 does. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}

/** A JSON Schema (2020-12), or a schema of a library that can give one. */
export type AnySchema = JsonObject | StandardSchema

/** The type of the values that a schema gives; `JsonObject` for a JSON Schema. */
export type OutputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : JsonObject

export function isStandard(schema: AnySchema): schema is StandardSchema {
  return '~standard' in schema && typeof (schema as StandardSchema)['~standard']?.validate === 'function'
}

/** The JSON Schema of what a caller writes. Throws `invalid-option` if the library gives none. */
export function jsonSchemaOf(schema: AnySchema, place: string): JsonObject {
  if (!isStandard(schema)) return schema
  const { vendor, jsonSchema } = schema['~standard']
  if (jsonSchema === undefined) {
    throw invalidOption(
      `${place}: this ${vendor} schema cannot describe itself as JSON Schema: give one that does, or a JSON Schema`,
    )
  }
  const { $schema: _, ...described } = jsonSchema.input({ target: 'draft-2020-12' })
  return described as JsonObject
}

/** The value as the schema's own library takes it, with defaults and transformations; a JSON Schema takes it as it is. */
export async function check<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Promise<Result<OutputOf<Schema>>> {
  if (!isStandard(schema)) return { ok: true, value: value as OutputOf<Schema> }
  const result = await schema['~standard'].validate(value)
  if (result.issues) return { ok: false, issues: result.issues.map(issueOf) }
  return { ok: true, value: result.value as OutputOf<Schema> }
}

function issueOf({ message, path = [] }: NonNullable<Checked<unknown>['issues']>[number]): Issue {
  const keys = path.map((step) => String(typeof step === 'object' ? step.key : step))
  return { path: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), message }
}
