import { type Column, computeFigures, readRunFolder, readTraces } from '@skill-state/eval'
import { buildReport, column, reportMarkdown } from '@skill-state/report'

/** Characters of all prompts for each step: what a step cost, retries included. */
const charsPerStep: Column = {
  id: 'charsPerStep',
  title: 'Chars / step',
  decimals: 0,
  of: ({ promptChars, steps }) => (steps > 0 ? promptChars / steps : undefined),
}

const [folder = 'runs/quickstart'] = process.argv.slice(2)
const figures = [...readTraces(readRunFolder(folder))].flatMap((trace) => computeFigures(trace) ?? [])
const report = buildReport(figures, {
  title: 'With a column of my own',
  notices: [],
  columns: [column.score, charsPerStep],
  runtimes: ['prompt', 'skill-state'],
})
console.log(reportMarkdown(report))
