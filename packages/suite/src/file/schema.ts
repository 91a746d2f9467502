import { z } from 'zod'

/** A benchmark of a suite: the fields of the schema say what they mean. */
export interface SuiteBenchmark {
  readonly name: string
  readonly runtimes?: readonly string[]
  readonly horizons?: readonly number[]
  readonly tasks?: readonly string[]
  readonly data?: string
  readonly domain?: string
  readonly split?: string
  readonly userModel?: string
  readonly userStrategy?: string
  readonly mode?: string
  readonly sandbox?: string
  readonly turns?: number
  readonly statuses?: readonly string[]
  readonly shelves?: number
  readonly load?: number
  readonly scenario?: 'A' | 'B' | 'C' | 'D'
  readonly noise?: { readonly condition: 'irrelevant' | 'chatter' | 'overrides'; readonly lines: number }
  readonly distance?: number
  readonly field?: 'named' | 'notes'
  readonly notesLimit?: number
}

/** A model of a suite, and how it is asked. */
export interface SuiteModel {
  readonly model: string
  readonly label?: string
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly reasoningEffort?: string
  readonly baseUrl?: string
  readonly tokensPerMinute?: number
  readonly info?: string
}

/** A suite file: benchmarks × tasks × runtimes × models × seeds × trials. */
export interface SuiteFile {
  readonly $schema?: string
  readonly name: string
  readonly title?: string
  readonly benchmarks: readonly (string | SuiteBenchmark)[]
  readonly runtimes?: readonly string[]
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

const noise = z
  .strictObject({
    condition: z
      .enum(['irrelevant', 'chatter', 'overrides'])
      .describe('Telemetry of other devices, events of another place, or sentences against the rules.'),
    lines: positive.describe('Lines below each observation.'),
  })
  .describe('warehouse, repository: noise below each observation.')

export type VariantKey = 'shelves' | 'load' | 'scenario' | 'noise' | 'distance' | 'field' | 'notesLimit'

/** What asks for another form of a benchmark of the registry. */
const variant = {
  shelves: positive.exactOptional().describe('warehouse: how many there are. Default: 500.'),
  load: positive.exactOptional().describe('warehouse: shelves in use from the start.'),
  scenario: z
    .enum(['A', 'B', 'C', 'D'])
    .exactOptional()
    .describe('warehouse, repository (A to C): what changes outside the actions.'),
  noise: noise.exactOptional(),
  distance: positive.exactOptional().describe('delayed: steps after which a fact is needed. Default: 20.'),
  field: z
    .enum(['named', 'notes'])
    .exactOptional()
    .describe('delayed: whether the state names the fact, or has notes alone. Default: named.'),
  notesLimit: positive.exactOptional().describe('delayed, with field notes: most characters. Default: 200.'),
} satisfies Readonly<Record<VariantKey, z.ZodType>>

const benchmark = z
  .strictObject({
    name: text.describe(
      'A benchmark of `bench list`: warehouse, repository, delayed, retraction, tau-bench or intercode; a package that is installed; or ./ and the path of a module or of a package.',
    ),
    runtimes: listOf(text).exactOptional().describe("Instead of the suite's."),
    horizons: listOf(positive).exactOptional().describe("Instead of the suite's: steps that its tasks need."),
    tasks: listOf(text)
      .exactOptional()
      .describe('Only tasks whose name fits one of these; * stands for any text.'),
    data: text.exactOptional().describe('tau-bench, intercode: folder of the official data, or own.'),
    domain: text.exactOptional().describe('tau-bench: retail or airline.'),
    split: text.exactOptional().describe('tau-bench: test, dev or train.'),
    userModel: text.exactOptional().describe('tau-bench: who plays the user, as provider:model.'),
    userStrategy: text.exactOptional().describe('tau-bench: llm, react or scripted.'),
    mode: text.exactOptional().describe('intercode: fixed or official.'),
    sandbox: text.exactOptional().describe('intercode: auto, bwrap or docker.'),
    turns: positive.exactOptional().describe('intercode: turns of an episode.'),
    statuses: listOf(text)
      .exactOptional()
      .describe('intercode: challenges of these statuses. Default: offline.'),
    ...variant,
  })
  .describe('A benchmark, and what of it is run.')

const model = z
  .strictObject({
    model: text.describe('As provider:model, or a name from `bench list`.'),
    label: text
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, ".", "_" and "-"')
      .exactOptional()
      .describe("Names the folder of its run. Default: made of the model's name."),
    temperature: z.number().nonnegative().exactOptional().describe('Sampling temperature.'),
    maxOutputTokens: positive.exactOptional().describe('Most tokens of a reply.'),
    reasoningEffort: text.exactOptional().describe("How hard it is to think, by the provider's word."),
    baseUrl: text.exactOptional().describe("Another address of the provider's API."),
    tokensPerMinute: positive
      .exactOptional()
      .describe('Most tokens that its key may use in a minute. May be changed while the suite is run.'),
    info: text
      .exactOptional()
      .describe('JSON file with what is known better than in the table: prices, limits.'),
  })
  .describe('A model, and how it is asked.')

const budget = z
  .strictObject({
    steps: positive.exactOptional().describe('An episode ends after so many steps, as truncated.'),
    tokens: positive.exactOptional().describe('No call starts in an episode that has used so many.'),
  })
  .describe('Limits of an episode.')

const suite = z
  .strictObject({
    $schema: text.exactOptional().describe('Where an editor finds this schema.'),
    name: text
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, ".", "_" and "-"')
      .describe('Names the folder: runs/<name>.'),
    title: text.exactOptional().describe('Heads the reports. Default: the name.'),
    benchmarks: listOf(z.union([text, benchmark])).describe('Each by its name, or with what of it is run.'),
    runtimes: listOf(text).exactOptional().describe('Who drives the episodes: names from `bench list`.'),
    horizons: listOf(positive)
      .exactOptional()
      .describe('Steps that tasks need, of benchmarks that make their tasks.'),
    models: listOf(z.union([text, model])).describe(
      'Each in a run of its own. Default settings for a mere name.',
    ),
    seeds: z
      .union([positive.max(10_000), listOf(seed).max(10_000)])
      .exactOptional()
      .describe('How many, from 42 on, or which. Default: 1.'),
    trials: positive
      .max(1_000)
      .exactOptional()
      .describe('How often each task is run with the same seed. Default: 1.'),
    budget: budget.exactOptional(),
  })
  .describe('A suite of episodes for `bench run`.')

export const suiteSchema: z.ZodType<SuiteFile> = suite

/** The keys of an entry that ask for another form of a benchmark of the registry. */
export const variantKeys: readonly VariantKey[] = [
  'shelves',
  'load',
  'scenario',
  'noise',
  'distance',
  'field',
  'notesLimit',
]

/** The keys that each kind of object in a suite file may have. */
export const suiteKeys: Readonly<
  Record<'suite' | 'benchmarks' | 'models' | 'budget' | 'noise', readonly string[]>
> = {
  suite: Object.keys(suite.shape),
  benchmarks: Object.keys(benchmark.shape),
  models: Object.keys(model.shape),
  budget: Object.keys(budget.shape),
  noise: Object.keys(noise.shape),
}

/** The schema for editors, as JSON Schema: what a suite file may hold. */
export function suiteJsonSchema(): object {
  return {
    ...z.toJSONSchema(suite, { target: 'draft-7', io: 'input' }),
    title: 'Suite of skill-state',
  }
}
