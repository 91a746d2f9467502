import { type Fields, field } from '@skill-state/eval/options'
import type { RunQuestion } from '@skill-state/suite'
import { modelFields, type Request, requestFields } from '@skill-state/suite/request'
import { z } from 'zod'

const { flag, folder, listOf, oneOf, option, required, text, whole } = field

const REPORTS = ['md', 'csv', 'json', 'html', 'latex'] as const
const SCORES = ['md', 'csv', 'json'] as const
const FORMATS = ['md', 'json'] as const
const SPLITS = ['variant', 'horizon'] as const
const EXPORTS = [
  'inspect',
  'otlp',
  'episodes.csv',
  'steps.parquet',
  'jsonl',
  'hf',
  'atif',
  'verifiers',
] as const
const HIGHEST_PORT = 65_535

interface RunFlags extends Request {
  /** A package, in the place of a benchmark's name. */
  readonly env?: string | undefined
  /** A command, in the place of a benchmark's name. */
  readonly environment?: string | undefined
  readonly concurrency?: number | undefined
  /** Calls go through the batches of the provider. */
  readonly batch?: boolean | undefined
  /** A database whose workers run the episodes in the place of this process. */
  readonly queue?: string | undefined
  readonly out?: string | undefined
  /** Events for programs in the place of the report. */
  readonly json?: boolean | undefined
  readonly retryErrors?: boolean | undefined
}

interface NoiseFlags {
  readonly by?: readonly (typeof SPLITS)[number][]
  readonly format: (typeof FORMATS)[number]
}

/** The options of each command, as they are read. */
export interface Flags {
  readonly run: RunFlags
  readonly worker: { readonly queue: string; readonly concurrency: number }
  readonly ctl: field.LimitFlags
  readonly report: { readonly format: (typeof REPORTS)[number] }
  readonly score: { readonly columns: string; readonly format: (typeof SCORES)[number] }
  readonly replay: { readonly commands?: boolean }
  readonly audit: Readonly<Record<string, never>>
  readonly noise: NoiseFlags
  readonly compare: NoiseFlags & {
    readonly runtime?: string
    readonly against?: string
    readonly repetition?: string
  }
  readonly export: {
    readonly format: (typeof EXPORTS)[number]
    readonly out: string
    readonly prompts?: boolean
    readonly start?: string
  }
  readonly view: { readonly port?: number; readonly host?: string; readonly static?: string }
  /** Which states are asked about, who is asked and how. */
  readonly regress: RunQuestion & { readonly format: (typeof FORMATS)[number] }
}

const { model, runtime, benchmark, dryRun, ...request } = requestFields

const noise: Fields<NoiseFlags> = {
  by: option(
    listOf(oneOf(SPLITS)),
    '<fields>',
    'one row for each variant, horizon or both, as variant,horizon',
  ),
  format: option(oneOf(FORMATS).default('md'), '<name>', 'md or json'),
}

export const fields: { readonly [N in keyof Flags]: Fields<Flags[N]> } = {
  run: {
    model,
    runtime,
    benchmark,
    env: option(text, '<package>', 'a package with a benchmark; alone, its suite.yaml or scaling'),
    environment: option(text, '<command>', 'a program of any language, as "python my_env.py": docs/wire.md'),
    ...request,
    concurrency: option(whole(), '<n>', 'episodes that run at once (default: 4; with --batch, all)'),
    batch: flag('OpenAI or Anthropic in batches: half the price, up to a day for a step'),
    queue: option(text, '<url>', 'let the workers of this database play: postgres://user@host/db'),
    out: option(folder, '<dir>', 'folder of traces and report (default: runs/<experiment>)'),
    json: flag('print events as JSON lines instead of the report'),
    retryErrors: flag('resume failed episodes from the step that failed'),
    dryRun,
  },
  worker: {
    queue: required(text, '<url>', 'the database, as postgres://user@host/db'),
    concurrency: option(whole().default(4), '<n>', 'episodes that run at once'),
  },
  ctl: field.limits('in the suite, for the action limits'),
  report: {
    format: option(oneOf(REPORTS).default('md'), '<name>', 'md, csv, json, html or latex'),
  },
  score: {
    columns: required(text, '<module>', 'its default export is a column, or a list of columns'),
    format: option(oneOf(SCORES).default('md'), '<name>', 'md, csv or json'),
  },
  replay: { commands: flag('start the commands that the run was played with') },
  audit: {},
  noise,
  compare: {
    runtime: option(text, '<name>', 'only this runtime'),
    against: option(text, '<name>', 'against this runtime, of the second run or of the same'),
    repetition: option(text, '<dir>', 'a repetition of the first run, used to estimate its noise'),
    ...noise,
  },
  export: {
    format: required(oneOf(EXPORTS), '<name>', EXPORTS.join(', ')),
    out: required(folder, '<dir>', 'a new folder'),
    prompts: flag('also write every prompt, rebuilt and checked'),
    start: option(
      text,
      '<time>',
      "start time of the run, as 2026-11-21T09:00:00Z (default: its folder's time)",
    ),
  },
  view: {
    port: option(
      whole().max(HIGHEST_PORT, `is not a port: the highest is ${HIGHEST_PORT}`),
      '<n>',
      'port to listen on (default: a free one)',
    ),
    host: option(z.string(), '<address>', 'address to listen on (default: this machine only)'),
    static: option(folder, '<out>', 'write the viewer and the traces into a folder instead'),
  },
  regress: {
    model: required(text, '<name>', 'the model to ask, as provider:model'),
    as: option(text, '<runtime>', 'the runtime whose prompts are sent (default: the one of the run)'),
    runtime: option(text, '<name>', 'only states that this runtime visited'),
    every: option(whole().default(1), '<n>', 'one step of n'),
    limit: option(whole(), '<n>', 'only the first n states'),
    ...field.limits('in all'),
    ...modelFields,
    concurrency: option(whole().default(4), '<n>', 'episodes that are asked about at once'),
    format: noise.format,
  },
}
