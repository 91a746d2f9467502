import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { columns } from '../build/columns.ts'
import { latexText } from './_latex-text.ts'
import { reportLatex } from './latex.ts'

/** Every name that a person can choose, with what LaTeX, HTML and Markdown take for their own. */
const HOSTILE = '\\input{/etc/passwd} $x^2$ & 50% #1 _a_ ~ <b>"\'`|` [x] -- 😀\u0000\n\\end{document}'

/** Text without what is allowed: escaped characters, the commands that stand for a character, and `{}`. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\text(?:backslash|asciicircum|asciitilde|less|greater|bar|quotedbl)\{\}/g, '')
    .replaceAll(/\\(?:S|dots|pounds|text(?:degree|euro|periodcentered)|quote\w+|guillemot\w+)\{\}/g, '')
    .replaceAll(/\$-\$|\$\\[A-Za-z]+\$|['`!?,-]\{\}|\{\*\}|\{\[\}|\{\]\}/g, '')
    .replaceAll(/\\[{}$&#%_]/g, '')
}

test('no text can be a command, make a ligature, end a table or use a glyph that is not there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(unescaped(latexText(text))).toMatch(/^(?:---?|,(?!,)|[ ()+./0-9:;=@A-Za-zÀ-ÖØ-öø-ž])*$/)
    }),
    { numRuns: 500, examples: [[HOSTILE]] },
  )
  expect(latexText('a_b & 5 % 😀')).toBe(String.raw`a\_b \& 5 \% U+1F600`)
  expect(latexText('*Mu\u0308ller* süß, œuvre, Łódź ≤ µ')).toBe(
    String.raw`{*}Müller{*} süß, œuvre, Łódź $\leq$ $\mu$`,
  )
  expect(latexText('?`,,')).toBe('?{}`{},{},')
})

const report = buildReport(
  [
    figures({ runtime: HOSTILE, variant: HOSTILE, model: HOSTILE }),
    figures({ runtime: 'skill-state', variant: HOSTILE, model: HOSTILE }),
    figures({ benchmark: 'c@1', status: 'failed', error: HOSTILE }),
  ],
  {
    title: HOSTILE,
    notices: [HOSTILE],
    columns,
    runtimes: [],
    published: () => ({ score: { mean: 0.5, sd: 0.25 }, calls: { low: 5, high: 8 } }),
  },
)

test('each row has as many cells as its table has columns, and each caption holds the notices', () => {
  const document = reportLatex(report)
  const tables = document.split(String.raw`\begin{longtable}`).slice(1)
  expect(tables.length).toBe(4)
  for (const table of tables) {
    const [, align = ''] = /^\{@\{\}([lr]+)@\{\}\}\n/.exec(table) ?? []
    const rows = table.split('\n').filter((line) => line.endsWith(' \\\\'))
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const spans = row.match(/\\multicolumn\{2\}/g)?.length ?? 0
      const cells = row.replaceAll(String.raw`\&`, '').split('&').length
      expect(cells + spans, row).toBe(align.length)
    }
    expect(table).toContain(String.raw`\caption{`)
    expect(table.split('\n')[1]).toContain(latexText(HOSTILE))
  }
  expect(document).not.toMatch(/\\documentclass|\\(?:begin|end)\{document\}/)
  expect(document).toMatch(/^% For \\input.*\n\\begingroup\n[\s\S]*\n\\endgroup\n$/)
  expect(document).toContain(String.raw`0.50 $\pm$ 0.25`)
  expect(document).toContain('5--8')
  expect(document).toMatch(/measured & paper/)
})
