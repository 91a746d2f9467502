export { auditPaper } from './audit/audit-paper.ts'
export { findingsMarkdown } from './audit/finding.ts'
export { buildReport, ReportBuilder, type ReportOptions } from './build/build-report.ts'
export type { Cell } from './build/cells.ts'
export {
  column,
  columns,
  comparedColumns,
  faultColumn,
  metricColumn,
  mistakeColumn,
} from './build/columns.ts'
export type { Published } from './build/published.ts'
export type { Report } from './build/report.ts'
export { comparisonJson, comparisonMarkdown } from './comparisons/comparison-markdown.ts'
export { noiseMarkdown } from './comparisons/noise-markdown.ts'
export { regressMarkdown } from './comparisons/regress-markdown.ts'
export { reportCsv } from './formats/csv.ts'
export { reportJson } from './formats/json.ts'
export { reportLatex } from './formats/latex.ts'
export { reportMarkdown } from './formats/markdown.ts'
export { showReport } from './formats/text.ts'
