import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { traceJsonSchema } from '../trace/trace.ts'

const docs = new URL('../../../../docs/', import.meta.url)

interface Schema {
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly const?: unknown
  readonly items?: Schema
}

/** The fields of a line, those within its objects too. */
function* fieldsOf({ properties = {}, items, oneOf = [], anyOf = [] }: Schema): Generator<string> {
  for (const [name, schema] of Object.entries(properties)) {
    yield name
    yield* fieldsOf(schema)
  }
  for (const each of [...oneOf, ...anyOf, ...(items ? [items] : [])]) yield* fieldsOf(each)
}

function* linesOf(schema: Schema): Generator<{ readonly kind: string; readonly schema: Schema }> {
  const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  for (const variant of variants) yield* linesOf(variant)
  const kind = schema.properties?.kind?.const
  if (typeof kind === 'string') yield { kind, schema }
}

const text = readFileSync(new URL('trace-format.md', docs), 'utf8')

/** What the documentation says under a heading. */
function sectionOf(heading: string): string {
  const [, after = ''] = text.split(`\n### ${heading}\n`)
  return after.split(/\n##+ /)[0] ?? ''
}

/** What it says of a kind of line, there and where it sends the reader. */
function descriptionOf(kind: string): { readonly own: string; readonly whole: string } {
  const own = sectionOf(`\`${kind}\``)
  const shared = own.includes('(#calls-of-the-environment)') ? sectionOf('Calls of the environment') : ''
  return { own, whole: own + shared }
}

describe('the documentation of the trace format', () => {
  const lines = [...linesOf(traceJsonSchema())]

  test('has all kinds of lines', () => {
    expect([...new Set(lines.map(({ kind }) => kind))].sort()).toEqual([
      'attempt',
      'call',
      'end',
      'episode',
      'reset',
      'sent',
      'step',
    ])
  })

  test.for(lines)('names every field of $kind, and its table none that there is not', ({ kind }) => {
    const fields = new Set(
      lines.filter((line) => line.kind === kind).flatMap(({ schema }) => [...fieldsOf(schema)]),
    )
    const { own, whole } = descriptionOf(kind)
    for (const field of fields) if (field !== 'kind') expect(whole).toContain(`\`${field}\``)
    const listed = [...own.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter((name) => !fields.has(name))).toEqual([])
  })

  test('has the schema as JSON Schema beside it; see apps/bench/scripts/write-trace-schema.ts', () => {
    const published: unknown = JSON.parse(readFileSync(new URL('trace-format.schema.json', docs), 'utf8'))
    expect(published).toEqual(traceJsonSchema())
  })
})
