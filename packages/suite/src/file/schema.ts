import { type Benchmark, writeRuntimeName } from '@skill-state/protocol'
import { z } from 'zod'
import type { Registry } from '../registry.ts'
import { MAX_SEEDS, type ModelSettings } from '../request.ts'

/** A runtime of a suite: its name, or its name and options. */
export type SuiteRuntime =
  | string
  | Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

/** A benchmark of a suite: the fields of the schema say what they mean. */
export interface SuiteBenchmark {
  readonly name: string
  readonly runtimes?: readonly SuiteRuntime[]
  readonly horizons?: readonly number[]
  readonly tasks?: readonly string[]
  /** Options of the benchmark. */
  readonly [option: string]: unknown
}

/** A model of a suite, and how it is asked. */
export interface SuiteModel extends Omit<ModelSettings, 'modelInfo' | 'record' | 'cache' | 'dryRun'> {
  readonly model: string
  readonly label?: string
  readonly info?: string
}

/** A suite file: benchmarks × tasks × runtimes × models × seeds × trials. */
export interface SuiteFile {
  readonly $schema?: string
  readonly name: string
  readonly title?: string
  readonly benchmarks: readonly (string | SuiteBenchmark)[]
  readonly runtimes?: readonly SuiteRuntime[]
  readonly horizons?: readonly number[]
  readonly models: readonly (string | SuiteModel)[]
  readonly seeds?: number | readonly number[]
  readonly trials?: number
  readonly budget?: { readonly steps?: number; readonly tokens?: number }
}

const text = z.string().min(1)
const seed = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const positive = z.number().int().positive()
const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).min(1)
const optional = <T extends z.ZodType>(field: T, meaning: string) => field.exactOptional().describe(meaning)

const runtime = z.union([
  text,
  z
    .record(text, z.record(text, z.union([text, z.number(), z.boolean()])))
    .refine((named) => Object.keys(named).length === 1, 'expected one runtime and its options'),
])

export function nameOfRuntime(entry: SuiteRuntime): string {
  if (typeof entry === 'string') return entry
  const [[id, options] = ['', {}]] = Object.entries(entry)
  const typed = Object.entries(options).map(([option, value]) => [option, String(value)])
  return writeRuntimeName({ id, options: Object.fromEntries(typed) })
}

const entry = {
  name: text.describe(
    'A benchmark of `bench list`; a package that is installed; or ./ and the path of a module or of a package.',
  ),
  runtimes: optional(listOf(runtime), "Instead of the suite's."),
  horizons: optional(listOf(positive), "Instead of the suite's: steps that its tasks need."),
  tasks: optional(listOf(text), 'Only tasks whose name matches one of these; * matches any text.'),
}

/** The options that an entry may have: those of each benchmark by its name, with the names of those that have it. */
function optionsOf(benchmarks: ReadonlyMap<string, z.ZodRawShape>): z.ZodRawShape {
  const all = [...benchmarks].flatMap(([name, fields]) =>
    Object.entries(fields).map(([key, field]) => ({ name, key, field: field as z.ZodType })),
  )
  return Object.fromEntries(
    [...Map.groupBy(all, ({ key }) => key)].map(([key, found]) => [key, optionOf(found)]),
  )
}

function optionOf(found: readonly { readonly name: string; readonly field: z.ZodType }[]): z.ZodType {
  const meanings = Map.groupBy(found, ({ field }) => field.description)
  const description = [...meanings]
    .map(([meaning = '', each]) => `${each.map(({ name }) => name).join(', ')}: ${meaning}`)
    .join(' ')
  const fields = [...new Set(found.map(({ field }) => required(field)))]
  const [first = z.never()] = fields
  return (fields.length === 1 ? first : z.union(fields)).exactOptional().describe(description)
}

/** The options of a benchmark that a suite file can set: those of a schema of zod. */
export function fieldsOf(benchmark: Benchmark | undefined): z.ZodRawShape {
  return benchmark?.options instanceof z.ZodObject ? benchmark.options.shape : {}
}

function required(field: z.ZodType): z.ZodType {
  const isOptional =
    field instanceof z.ZodOptional || field instanceof z.ZodExactOptional || field instanceof z.ZodDefault
  return isOptional ? (field.unwrap() as z.ZodType) : field
}

const NAME = [/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, ".", "_" and "-"'] as const

const model = z
  .strictObject({
    model: text.describe('As provider:model, or a name from `bench list`.'),
    label: optional(text.regex(...NAME), "Names the folder of its run. Default: made of the model's name."),
    temperature: optional(
      z.number().nonnegative(),
      'Sampling temperature. Default: 0, if the model takes one.',
    ),
    topP: optional(z.number().nonnegative(), 'Nucleus sampling. Default: 1, if the model takes it.'),
    maxOutputTokens: optional(positive, 'Most tokens of a reply.'),
    reasoningEffort: optional(text, "How hard it is to think, by the provider's word."),
    baseUrl: optional(text, "Another address of the provider's API."),
    tokensPerMinute: optional(
      positive,
      'Most tokens that its key may use in a minute. May be changed while the suite is run.',
    ),
    concurrency: optional(
      positive,
      'Most calls under way at once in a process. May be changed while the suite is run.',
    ),
    info: optional(text, 'JSON file with what is known better than in the table: prices, limits.'),
  })
  .describe('A model, and how it is asked.')

const budget = z
  .strictObject({
    steps: optional(positive, 'An episode ends after so many steps, as truncated.'),
    tokens: optional(positive, 'No call starts that could take an episode past so many.'),
  })
  .describe('Limits of an episode.')

function suiteOf(options: z.ZodRawShape) {
  const benchmark = z.strictObject({ ...options, ...entry }).describe('A benchmark, and what of it is run.')
  return z
    .strictObject({
      $schema: optional(text, 'Where an editor finds this schema.'),
      name: text.regex(...NAME).describe('Names the folder: runs/<name>.'),
      title: optional(text, 'Heads the reports. Default: the name.'),
      benchmarks: listOf(z.union([text, benchmark])).describe('Each by its name, or with what of it is run.'),
      runtimes: optional(
        listOf(runtime),
        'Who drives the episodes: names from `bench list`, or a name with options.',
      ),
      horizons: optional(listOf(positive), 'Steps that tasks need, of benchmarks that make their tasks.'),
      models: listOf(z.union([text, model])).describe(
        'Each in a run of its own. Default settings for a mere name.',
      ),
      seeds: optional(
        z.union([positive.max(MAX_SEEDS), listOf(seed).max(MAX_SEEDS)]),
        'How many, from 42 on, or which. Default: 1.',
      ),
      trials: optional(positive.max(1_000), 'How often each task is run with the same seed. Default: 1.'),
      budget: budget.exactOptional(),
    })
    .describe('A suite of episodes for `bench run`.')
}

export interface SuiteSchema {
  readonly schema: z.ZodType<SuiteFile>
  /** The keys that an object at a place of the file may have. */
  readonly keysAt: (path: readonly PropertyKey[]) => readonly string[]
  /** For editors, as JSON Schema. */
  readonly json: () => object
}

/** The schema of suite files, with the options of the benchmarks of a registry. */
export function suiteSchema({
  families,
  benchmarks,
}: Pick<Registry, 'families' | 'benchmarks'>): SuiteSchema {
  const ofBenchmarks = Object.entries(benchmarks).map(([name, each]) => [name, fieldsOf(each)] as const)
  const ofFamilies = Object.entries(families).map(([name, each]) => [name, each.options] as const)
  const options = optionsOf(new Map([...ofBenchmarks, ...ofFamilies]))
  const suite = suiteOf(options)
  const keys: Readonly<Record<string, readonly string[]>> = {
    benchmarks: [...Object.keys(entry), ...Object.keys(options)],
    models: Object.keys(model.shape),
    budget: Object.keys(budget.shape),
  }
  return {
    schema: suite as z.ZodType<SuiteFile>,
    keysAt: ([first, , option]) => {
      const field = typeof option === 'string' ? options[option] : undefined
      if (field === undefined) return keys[String(first)] ?? Object.keys(suite.shape)
      const inner = required(field as z.ZodType)
      return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
    },
    json: () => ({
      ...z.toJSONSchema(suite, { target: 'draft-7', io: 'input' }),
      title: 'Suite of skill-state',
    }),
  }
}
