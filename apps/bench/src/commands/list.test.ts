import { expect, test } from 'vitest'
import { models } from '../find-model.ts'
import { runtimes } from '../registry.ts'
import { listCommand } from './list.ts'

const sections = listCommand()
  .trimEnd()
  .split('\n\n')
  .map((section) => {
    const [title = '', ...rows] = section.split('\n')
    return { title, rows: rows.map((row) => /^ {2}(\S.*?) {2,}(\S.*)$/.exec(row) ?? [row]) }
  })

test('everything that can be named has a line that says what it is', () => {
  expect(sections.map(({ title }) => title)).toEqual([
    'Experiments',
    'Benchmarks',
    'Runtimes',
    'Models',
    'Options of benchmarks, as --set tau-bench.domain=retail',
    'Options of runtimes, as --set skill-state.attempts=1, or as --runtime skill-state:attempts=1',
  ])
  for (const { rows } of sections) {
    expect(rows.map(([row, , meaning]) => [row, meaning !== undefined])).toEqual(
      rows.map(([row]) => [row, true]),
    )
  }
  const [, , named, decide] = sections.map(({ rows }) => rows.map(([, name]) => name))
  expect(decide).toEqual(expect.arrayContaining(Object.keys(models)))
  expect(named).toEqual([...Object.keys(runtimes), 'llmlingua:FILE.gguf'])
})

test('the benchmarks over official data are listed, with the data that they need', () => {
  const [experiments, benchmarks] = sections.map(({ rows }) =>
    rows.flatMap(([, name, meaning]) => (/DIR \(official\)(?: or own)?$/.test(meaning ?? '') ? [name] : [])),
  )
  expect([experiments, benchmarks]).toEqual(Array(2).fill(['tau-bench', 'tau3-bench', 'intercode']))
})
