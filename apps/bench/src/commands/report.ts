import { type Report, reportCsv, reportJson, reportLatex, reportMarkdown } from '@skill-state/eval'
import { find } from '../registry.ts'
import { readRunFolders } from '../run-folders.ts'
import { runReport } from '../run-report.ts'
import { UsageError } from '../usage-error.ts'

/** Title of a page with the reports of more than one run. */
export const ALL_EXPERIMENTS = 'All experiments'

type Render = (report: Report) => string | Promise<string>

const formats: Readonly<Record<string, Render>> = {
  md: reportMarkdown,
  csv: reportCsv,
  json: reportJson,
  html: async (report) => (await loadPage()).reportHtml(report),
  latex: reportLatex,
}

/** `bench report`: the report of a run, or of all runs in a folder, computed from their traces. */
export async function reportCommand(
  directory: string,
  options: { readonly format: string },
): Promise<string> {
  const render = find('format', formats, options.format)
  const reports = readRunFolders(directory).map((folder) => runReport(folder))
  const [only] = reports
  if (only !== undefined && reports.length === 1) return await render(only)
  if (options.format === 'html') return (await loadPage()).reportsHtml(ALL_EXPERIMENTS, reports)
  if (options.format !== 'md') {
    throw new UsageError(
      `--format ${options.format}: ${directory} holds ${reports.length} runs; name one of them`,
    )
  }
  return reports.map((report) => reportMarkdown(report)).join('\n')
}

/** The plotting library is loaded for the one format that needs it. */
export function loadPage(): Promise<typeof import('../html/page.ts')> {
  return import('../html/page.ts')
}
