import type { CommandRecord } from '@skill-state/eval/command-line'
import { type Fields, field } from '@skill-state/eval/options'
import type { RunQuestion } from '@skill-state/suite'
import { modelFields, type Request, requestFields } from '@skill-state/suite/request'
import type { Command } from 'commander'
import { z } from 'zod'

/** Adds a command by its name. Each loads what it needs when it runs: a version or a help text needs nothing. */
export type Add = <T, A extends unknown[]>(name: string, record: CommandRecord<T, A>) => Command

const { flag, folder, listOf, oneOf, option, required, text, whole } = field

export interface RunFlags extends Request {
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

const { model, runtime, benchmark, dryRun, ...request } = requestFields

export const runFields: Fields<RunFlags> = {
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
}

export interface WorkerFlags {
  readonly queue: string
  readonly concurrency: number
}

export const workerFields: Fields<WorkerFlags> = {
  queue: required(text, '<url>', 'the database, as postgres://user@host/db'),
  concurrency: option(whole().default(4), '<n>', 'episodes that run at once'),
}

export type ControlFlags = field.LimitFlags

export const controlFields: Fields<ControlFlags> = field.limits('in the suite, for the action limits')

const REPORTS = ['md', 'csv', 'json', 'html', 'latex'] as const

export interface ReportFlags {
  readonly format: (typeof REPORTS)[number]
}

export const reportFields: Fields<ReportFlags> = {
  format: option(oneOf(REPORTS).default('md'), '<name>', 'md, csv, json, html or latex'),
}

export interface ScoreFlags {
  readonly columns: string
  readonly format: 'md' | 'csv' | 'json'
}

export const scoreFields: Fields<ScoreFlags> = {
  columns: required(text, '<module>', 'its default export is a column, or a list of columns'),
  format: option(oneOf(['md', 'csv', 'json'] as const).default('md'), '<name>', 'md, csv or json'),
}

export interface ReplayFlags {
  readonly commands?: boolean
}

export const replayFields: Fields<ReplayFlags> = {
  commands: flag('start the commands that the run was played with'),
}

const FORMATS = ['md', 'json'] as const
const SPLITS = ['variant', 'horizon'] as const

export interface NoiseFlags {
  readonly by?: readonly (typeof SPLITS)[number][]
  readonly format: (typeof FORMATS)[number]
}

export const noiseFields: Fields<NoiseFlags> = {
  by: option(
    listOf(oneOf(SPLITS)),
    '<fields>',
    'one row for each variant, horizon or both, as variant,horizon',
  ),
  format: option(oneOf(FORMATS).default('md'), '<name>', 'md or json'),
}

export interface CompareFlags extends NoiseFlags {
  readonly runtime?: string
  readonly against?: string
  readonly repetition?: string
}

export const compareFields: Fields<CompareFlags> = {
  runtime: option(text, '<name>', 'only this runtime'),
  against: option(text, '<name>', 'against this runtime, of the second run or of the same'),
  repetition: option(text, '<dir>', 'a repetition of the first run, used to estimate its noise'),
  ...noiseFields,
}

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

export interface ExportFlags {
  readonly format: (typeof EXPORTS)[number]
  readonly out: string
  readonly prompts?: boolean
  readonly start?: string
}

export const exportFields: Fields<ExportFlags> = {
  format: required(oneOf(EXPORTS), '<name>', EXPORTS.join(', ')),
  out: required(folder, '<dir>', 'a new folder'),
  prompts: flag('also write every prompt, rebuilt and checked'),
  start: option(
    text,
    '<time>',
    "start time of the run, as 2026-11-21T09:00:00Z (default: its folder's time)",
  ),
}

const HIGHEST_PORT = 65_535

export interface ViewFlags {
  readonly port?: number
  readonly host?: string
  readonly static?: string
}

export const viewFields: Fields<ViewFlags> = {
  port: option(
    whole().max(HIGHEST_PORT, `is not a port: the highest is ${HIGHEST_PORT}`),
    '<n>',
    'port to listen on (default: a free one)',
  ),
  host: option(z.string(), '<address>', 'address to listen on (default: this machine only)'),
  static: option(folder, '<out>', 'write the viewer and the traces into a folder instead'),
}

/** Which states are asked about, who is asked and how. */
export interface RegressFlags extends RunQuestion {
  readonly format: (typeof FORMATS)[number]
}

export const regressFields: Fields<RegressFlags> = {
  model: required(text, '<name>', 'the model to ask, as provider:model'),
  as: option(text, '<runtime>', 'the runtime whose prompts are sent (default: the one of the run)'),
  runtime: option(text, '<name>', 'only states that this runtime visited'),
  every: option(whole().default(1), '<n>', 'one step of n'),
  limit: option(whole(), '<n>', 'only the first n states'),
  ...field.limits('in all'),
  ...modelFields,
  concurrency: option(whole().default(4), '<n>', 'episodes that are asked about at once'),
  format: noiseFields.format,
}
