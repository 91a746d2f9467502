import {
  type Report,
  readRunFolder,
  reportCsv,
  reportJson,
  reportLatex,
  reportMarkdown,
} from '@skill-state/eval'
import { find } from '../registry.ts'
import { runReport } from '../run-report.ts'

const formats: Readonly<Record<string, (report: Report) => string | Promise<string>>> = {
  md: reportMarkdown,
  csv: reportCsv,
  json: reportJson,
  html: writeHtml,
  latex: reportLatex,
}

/** `bench report`: the report of a run, computed from its traces. */
export async function reportCommand(
  directory: string,
  options: { readonly format: string },
): Promise<string> {
  const render = find('format', formats, options.format)
  return await render(runReport(readRunFolder(directory)))
}

/** The plotting library is loaded for the one format that needs it. */
async function writeHtml(report: Report): Promise<string> {
  const { reportHtml } = await import('../html/page.ts')
  return reportHtml(report)
}
