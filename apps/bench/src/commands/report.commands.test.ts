import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bench, emptyFolder } from '../../test/bench.ts'

test('a run is reported as a page and as LaTeX, the same bytes each time, from the traces that report.json is of', async () => {
  const cwd = emptyFolder()
  const small = '--horizon 10,25 --seeds 2 --runtime prompt,skill-state --out run'
  await bench(`run scaling ${small}`, { cwd })
  const [page, again, latex] = await Promise.all(
    ['html', 'html', 'latex'].map((format) => bench(`report run --format ${format}`, { cwd })),
  )
  const { notices } = JSON.parse(readFileSync(join(cwd, 'run', 'report.json'), 'utf8'))
  expect(page?.stdout).toBe(again?.stdout)
  expect(page?.stdout).toMatch(/^<!doctype html>/)
  for (const figure of ['score-horizon', 'tokens-horizon', 'steps']) {
    expect(page?.stdout).toContain(`data-figure="${figure}"`)
  }
  expect(latex?.stdout).toMatch(/^% For \\input[\s\S]*\\endgroup\n$/)
  // Each table says what its reader was: figures, tests, growth and break-even; the page has the episodes too.
  const about = 'not a language model; its scores are those of this reader alone'
  expect(notices.join(' ')).toContain(about)
  expect(page?.stdout.split('class="notes"').slice(1)).toHaveLength(5)
  for (const table of page?.stdout.split('class="notes"').slice(1) ?? []) {
    expect(table.slice(0, table.indexOf('</p>'))).toContain(about)
  }
  expect(latex?.stdout.match(/\\caption\{[^\n]*not a language model/g)).toHaveLength(4)
})

test('a folder in which a planned run is missing says so in every report', async () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'runs'))
  writeFileSync(join(cwd, 'runs', 'runs.json'), '{"experiments":["scaling","noise","load"]}')
  const report = async (format: string): Promise<string> =>
    (await bench(`report runs --format ${format}`, { cwd })).stdout
  const run = (id: string) =>
    bench(`run ${id} --horizon 10 --seeds 1 --out runs/${id} --runtime prompt`, {
      cwd,
    })

  await run('load')
  const [two, one] = [
    'Incomplete: 2 of 3 experiments have no run here: scaling, noise.',
    'Incomplete: 1 of 3 experiments have no run here: noise.',
  ]
  expect(await report('md')).toContain(`> ${two}`)
  await run('scaling')
  expect(await report('md')).toMatch(new RegExp(`^> ${one}\\n\\n# `))
  expect(await report('html')).toContain(`<li>${one}</li>`)
  await run('noise')
  expect(await report('md')).not.toContain('Incomplete')
})
