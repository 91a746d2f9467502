import { type Report, readRunFolder, reportCsv, reportJson, reportMarkdown } from '@skill-state/eval'
import { find } from '../registry.ts'
import { runReport } from '../run-report.ts'

const formats: Readonly<Record<string, (report: Report) => string>> = {
  md: reportMarkdown,
  csv: reportCsv,
  json: reportJson,
}

/** `bench report`: the report of a run, computed from its traces. */
export function reportCommand(directory: string, options: { readonly format: string }): string {
  const render = find('format', formats, options.format)
  return render(runReport(readRunFolder(directory)))
}
