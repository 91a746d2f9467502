import {
  amount,
  type Fields,
  flag,
  oneOf,
  option,
  required,
  text,
  whole,
} from '@skill-state/eval/command-line'
import { z } from 'zod'

export interface WorkerFlags {
  readonly queue: string
  readonly concurrency: number
}

export const workerFields: Fields<WorkerFlags> = {
  queue: required(text, '<url>', 'the database, as postgres://user@host/db'),
  concurrency: option(whole().default(4), '<n>', 'episodes that run at once'),
}

export interface ControlFlags {
  readonly maxTokens?: number
  readonly maxCost?: number
}

export const controlFields: Fields<ControlFlags> = {
  maxTokens: option(whole(), '<n>', 'for limits: never send a call that could exceed n tokens in the suite'),
  maxCost: option(amount, '<usd>', 'for limits: never send a call that could exceed this cost in US dollars'),
}

const FORMATS = ['inspect', 'otlp'] as const

export interface ExportFlags {
  readonly format: (typeof FORMATS)[number]
  readonly out: string
  readonly prompts?: boolean
  readonly start?: string
}

export const exportFields: Fields<ExportFlags> = {
  format: required(oneOf(FORMATS), '<name>', 'inspect or otlp'),
  out: required(z.string(), '<dir>', 'a new folder'),
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
  static: option(z.string(), '<out>', 'write the viewer and the traces into a folder instead'),
}
