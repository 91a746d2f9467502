import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Column, computeFigures, readTraces } from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import { buildReport, column, reportCsv, reportJson, reportMarkdown } from '@skill-state/report'
import { readConditions, readRunFolders } from '@skill-state/suite'
import { z } from 'zod'
import type { Flags } from '../program/fields.ts'
import { experiments } from '../registry.ts'

const ofModule = z.custom<Column>(
  (value) =>
    z.object({ id: z.string(), title: z.string(), decimals: z.int(), of: z.function() }).safeParse(value)
      .success,
  'expected { id, title, decimals, of }',
)

const formats = { md: reportMarkdown, csv: reportCsv, json: reportJson } as const

/** `bench score`: the recorded episodes of one run by columns of the caller, beside the recorded score. Plays nothing. */
export async function scoreCommand(
  directory: string,
  { columns: module, format }: Flags['score'],
): Promise<string> {
  const [folder, another] = readRunFolders(directory, Object.keys(experiments))
  if (folder === undefined || another !== undefined)
    throw invalidOption(`${directory} has several runs: name one of them`)
  const { series, experiment } = readConditions(folder)
  const figures = Array.from(readTraces(folder), (trace) => computeFigures(trace)).filter(
    (each) => each !== undefined,
  )
  const report = buildReport(figures, {
    title: `${experiment}, by ${module}`,
    notices: [],
    columns: [column.score, ...(await loadColumns(module))],
    runtimes: [...new Set(series.flatMap(({ runtimes }) => runtimes))],
  })
  return formats[format](report)
}

async function loadColumns(module: string): Promise<readonly Column[]> {
  const file = resolve(module)
  if (!existsSync(file)) throw invalidOption(`--columns: there is no file ${module}`)
  const { default: given } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
  const parsed = z
    .array(ofModule)
    .min(1)
    .safeParse(Array.isArray(given) ? given : [given])
  if (parsed.success) return parsed.data
  throw invalidOption(
    `--columns: the default export of ${module} is no column: ${parsed.error.issues[0]?.message}`,
  )
}
