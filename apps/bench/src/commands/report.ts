import { basename, join } from 'node:path'
import { runtimes } from '@skill-state/baselines'
import { type RunFolder, writeWhole } from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import { type Report, reportCsv, reportJson, reportLatex, showReport } from '@skill-state/report'
import { ALL_EXPERIMENTS, readRootPlan, readRunFolders, runReport, withReading } from '@skill-state/suite'
import type { Flags } from '../program/fields.ts'
import { experiments, registry } from '../registry.ts'

type Render = (report: Report) => string | Promise<string>

const formats: Readonly<Record<Flags['report']['format'], Render>> = {
  md: (report) => showReport(report),
  csv: reportCsv,
  json: reportJson,
  html: async (report) => (await loadPage()).reportHtml(report, runtimes),
  latex: reportLatex,
}

/** `bench report`: the report of a run, or of all runs in a folder, computed from their traces. */
export async function reportCommand(directory: string, { format }: Flags['report']): Promise<string> {
  const folders = readRunFolders(directory, Object.keys(experiments))
  const reports = await withReading(folders, (folder, onRead) => runReport(registry, folder, onRead))
  const notices = missingNotice(directory, folders)
  const [only] = reports
  if (only !== undefined && reports.length === 1) {
    return await formats[format]({ ...only, notices: [...notices, ...only.notices] })
  }
  if (format === 'html') {
    const title = readRootPlan(directory)?.title ?? ALL_EXPERIMENTS
    const names = folders.map(({ path }) => basename(path))
    return (await loadPage()).reportsHtml(title, reports, notices, runtimes, names)
  }
  if (format !== 'md') {
    throw invalidOption(`--format ${format}: ${directory} has ${reports.length} runs; name one of them`)
  }
  return [...notices.map((notice) => `> ${notice}\n`), ...reports.map((report) => showReport(report))].join(
    '\n',
  )
}

/** Names the planned runs that the folder does not have. */
function missingNotice(directory: string, folders: readonly RunFolder[]): string[] {
  const found = folders.map(({ path }) => basename(path))
  const planned = readRootPlan(directory)?.runs ?? []
  const missing = planned.filter((id) => !found.includes(id))
  if (missing.length === 0) return []
  return [
    `Incomplete: ${missing.length} of ${planned.length} experiments have no run here: ${missing.join(', ')}.`,
  ]
}

/** The plotting library is loaded for the one format that needs it. */
export function loadPage(): Promise<typeof import('@skill-state/report/html')> {
  return import('@skill-state/report/html')
}

export async function writeReport(folder: RunFolder): Promise<Report> {
  const report = runReport(registry, folder)
  const { reportHtml } = await loadPage()
  writeWhole(join(folder.path, 'report.json'), reportJson(report))
  writeWhole(join(folder.path, 'report.html'), reportHtml(report, runtimes))
  return report
}
