import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { drawn, fullReport } from '../../test/full-report.ts'
import { buildReport, ReportBuilder } from '../build/build-report.ts'
import { column } from '../build/columns.ts'
import { byBenchmark } from '../build/parts.ts'
import type { Report } from '../build/report.ts'
import { parseHTML } from '../drawing/_dom.js'
import type { DrawnElement } from '../drawing/_plot.js'
import { spreadLabels } from '../drawing/line-panel.ts'
import { reportJson } from '../formats/json.ts'
import { reportTables } from '../tables/report-tables.ts'
import { reportHtml, reportsHtml } from './page.ts'
import { TABLE_SCRIPT } from './script.ts'

const parse = (page: string): DrawnElement => parseHTML(page).document
const report = fullReport()
const page = reportHtml(report, drawn)
const document = parse(page)
/** The report of the first benchmark alone. */
const oneBenchmark = (whole: Report): Report => byBenchmark(whole)[0] ?? whole

const all = (selector: string, root: DrawnElement = document): DrawnElement[] => [
  ...root.querySelectorAll(selector),
]

describe('the page of a full report', () => {
  test('has each figure once a benchmark, measured beside published', () => {
    const found = all('figure').map((figure) => [
      figure.getAttribute('data-figure'),
      all('.panel-title', figure).map(({ textContent }) => textContent),
    ])
    const sides = ['Measured, reference', 'Published, the paper']
    const benchmark = [
      ['score-horizon', sides],
      ['tokens-horizon', sides],
      ['steps', ['Prompt size, reference', 'Tokens so far, reference']],
      ['noise', sides],
      ['recovery', sides],
    ]
    expect(found).toEqual([...benchmark, ...benchmark])
  })
  test('draws every runtime in every picture, and names it where it ends', () => {
    const runtimes = new Set(report.rows.map(({ runtime }) => runtime))
    for (const picture of all('svg')) {
      expect(picture.getAttribute('role')).toBe('img')
      for (const runtime of runtimes) {
        expect(picture.getAttribute('aria-label')).toContain(`${runtime}: `)
        expect(picture.textContent).toContain(runtime)
        expect(picture.outerHTML).toContain(`var(--ink-${runtime})`)
      }
    }
  })
  test("says in each figure's caption what the model is, and every notice over each table", () => {
    expect(report.notices).toHaveLength(4)
    for (const caption of all('figcaption')) expect(caption.textContent).toContain(report.modelNotice)
    for (const notes of all('.notes')) {
      for (const notice of report.notices) expect(notes.textContent).toContain(notice)
    }
    expect(all('.notes').length).toBe(all('table').length)
  })
  test('has each row of each table, with headers that say their scope, as many cells as columns', () => {
    expect(all('table').length).toBe(8)
    const rows = all('tbody tr')
    const tables = reportTables(report)
    expect(rows).toHaveLength(tables.reduce((sum, table) => sum + table.rows.length, 0))
    for (const header of all('th')) expect(header.getAttribute('scope')).toMatch(/^(?:row|col|colgroup)$/)
    for (const table of all('table')) {
      const columns = all('thead th', table).filter(({ textContent }) => textContent !== '')
      const pairs = columns.filter((header) => header.getAttribute('colspan') === '2').length
      for (const row of all('tbody tr', table)) expect(all('td,th', row)).toHaveLength(columns.length - pairs)
    }
  })
  test('shows published figures and ranges, tests, and failures', () => {
    expect(all('td').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['5–8', '< 0.0001']),
    )
    expect(document.querySelector('#failures')?.textContent).toContain('503 <overloaded>')
  })
  test('asks for nothing, and runs nothing but the script that its policy names', () => {
    const [script = '', ...others] = page.match(/(?<=<script>)[\s\S]*?(?=<\/script>)/g) ?? []
    expect([others, page.match(/<script/g)?.length]).toEqual([[], 1])
    expect(page).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(page.replace(script, '')).not.toMatch(/\son\w+=|@import|url\(|https?:(?!\/\/www\.w3\.org\/)/)
    for (const linked of all('[src],[href]'))
      expect(linked.getAttribute('href')).toMatch(/^(?:data:,|#part-\d+)$/)
  })
  test('has the same bytes when it is written again, and no number longer than a screen needs', () => {
    expect(reportHtml(fullReport(), drawn)).toBe(page)
    for (const picture of all('path,circle,line')) expect(picture.outerHTML).not.toMatch(/\d\.\d{4}/)
  })
})

test.each([
  [
    'of one benchmark',
    () => reportHtml(buildReport([], { title: 'A', notices: [], columns: [], runtimes: [] })),
  ],
  ['of one benchmark with tables', () => reportHtml(oneBenchmark(report), drawn)],
  ['of several', () => page],
])('a page %s skips no level of headings, and no two landmarks share a name', (_, build) => {
  const built = parse(build())
  const levels = all('h1,h2,h3,h4', built).map(({ outerHTML }) => Number(outerHTML.slice(2, 3)))
  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries())
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
  const names = all('[role=region],nav', built).map((each) => each.getAttribute('aria-label'))
  expect(new Set(names).size).toBe(names.length)
})

describe('the page of several reports', () => {
  const one = oneBenchmark(report)
  const other = { ...one, title: 'Another', notices: ['Incomplete: 3 of 9 episodes are missing.'] }
  const built = parse(reportsHtml('All', [one, other], [], drawn))

  test('begins with one line for each report, which leads to its first part', () => {
    const links = all('#summary tbody a', built)
    expect(links.map(({ textContent }) => textContent)).toEqual([one.title, 'Another'])
    for (const link of links) {
      const place = String(link.getAttribute('href'))
      expect(built.querySelector(`${place} h2`)?.textContent).toContain(link.textContent)
    }
    const cells = all('#summary tbody tr', built).map((row) => all('td', row).map((each) => each.textContent))
    const [score, best, itsScore] = [cells[0]?.[1], cells[0]?.[2], cells[0]?.[3]]
    expect(best).toBe('stateful') // of the fixture's runtimes, the one that loses least with T
    expect(Number(score)).toBeGreaterThan(Number(itsScore))
  })
  test('skips no level of headings', () => {
    const levels = all('h1,h2,h3,h4', built).map(({ outerHTML }) => Number(outerHTML.slice(2, 3)))
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThan(2)
  })
  test('names wins, losses and what is missing, and folds the rest', () => {
    const sides = all('.sides > div', built).map(({ textContent }) => textContent)
    expect(sides[0]).toMatch(/skill-state scores higher.*\+0\.\d\d against truncated/s)
    expect(sides[1]).toMatch(/skill-state scores lower/)
    expect(sides[2]).toContain('Another: Incomplete: 3 of 9 episodes are missing.')
    expect(all('details', built)).toHaveLength(2)
    expect(all('details[open]', built)).toHaveLength(0)
    expect(all('details figure', built)).toHaveLength(all('figure', built).length)
  })
})

describe('the episodes of a cell', () => {
  const builder = new ReportBuilder([column.score])
  for (const [index, runtime] of ['skill-state', 'prompt'].entries()) {
    for (const seed of [2, 1]) {
      const task = `t10-s${seed}`
      const score = index / seed
      builder.add(figures({ task, seed, runtime, score }), `episodes/b%401/${task}~${runtime}.jsonl`)
    }
  }
  const options = { title: 'A', notices: ['Invented.'], runtimes: [] }
  const listed = builder.build(options)
  const built = parse(reportHtml(listed))
  const ofCell = (link?: DrawnElement): string[][] => {
    const place = String(link?.getAttribute('href')).split('#')[1]
    const body = all('tbody', built).find((each) => each.getAttribute('id') === place)
    return body ? all('tr', body).map((row) => all('th,td', row).map((cell) => cell.textContent)) : []
  }

  test('are where its count of episodes leads, each with its score and its trace', () => {
    const links = all('[data-table=figures] a', built)
    expect(links.map(({ textContent }) => textContent)).toEqual(['2', '2'])
    expect(links.map(ofCell)).toEqual([
      [
        ['10', 'prompt', 't10-s1', '1', '1.000', 'terminated', '10', '500'],
        ['10', 'prompt', 't10-s2', '2', '0.500', 'terminated', '10', '500'],
      ],
      [
        ['10', 'skill-state', 't10-s1', '1', '0.000', 'terminated', '10', '500'],
        ['10', 'skill-state', 't10-s2', '2', '0.000', 'terminated', '10', '500'],
      ],
    ])
    expect(all('[data-table=episodes] a', built)[0]?.getAttribute('href')).toBe(
      'episodes/b%25401/t10-s1~prompt.jsonl',
    )
  })
  test('are in the page of its own report if several reports share a page', () => {
    const shared = parse(reportsHtml('All', [listed, listed], [], [], ['a b', 'c']))
    expect(all('[data-table=episodes]', shared)).toEqual([])
    const links = all('[data-table=figures] a', shared)
    expect(links[0]?.getAttribute('href')).toMatch(/^a%20b\/report\.html#cell-/)
    expect(links.slice(0, 2).map(ofCell)).toEqual(all('[data-table=figures] a', built).map(ofCell))
  })
  test('are neither in report.json nor, if they are many, in the page, which names the command instead', () => {
    expect(reportJson(listed)).not.toContain('jsonl')
    const many = new ReportBuilder([column.score])
    for (let seed = 0; seed < 501; seed += 1) many.add(figures({ seed }), `episodes/b/${seed}.jsonl`)
    const text = reportHtml(many.build(options))
    expect(text).not.toContain('jsonl')
    expect(text).toContain('bench export FOLDER --format episodes.csv')
  })
})

test('hostile names stay text wherever they are', () => {
  const hostile = '</style></svg><script>alert(1)</script>"\' onload=x &lt; {{}} \u0000\u202e'
  const named = fullReport((runtime) => (runtime === 'memory' ? hostile : runtime))
  const wild = {
    ...named,
    title: hostile,
    modelNotice: hostile,
    notices: [hostile],
    failures: [hostile],
    rows: named.rows.map((row) => ({ ...row, benchmark: `${row.benchmark}${hostile}` })),
  }
  const text = reportHtml(wild)
  const found = parse(text)
  expect(Array.from(found.querySelectorAll('script'), ({ textContent }) => textContent)).toEqual([
    TABLE_SCRIPT,
  ])
  expect([...found.querySelectorAll('[onload]')]).toEqual([])
  expect([...found.querySelectorAll('style')]).toHaveLength(1)
  expect(text.match(/<\/svg>/g)).toHaveLength([...found.querySelectorAll('svg')].length)
  for (const character of ['\u0000', '\u202e']) expect(text).not.toContain(character)
})

test('a report with nothing to draw, or with nothing at all, is a page too', () => {
  const nothing = { title: 'None', notices: [], columns: [], runtimes: [] }
  const empty = buildReport([], nothing)
  expect(reportHtml(empty)).toContain('<h1>None</h1>')
})

test('labels keep their order and their distance, and stay in range if they fit', () => {
  const wishes = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(wishes, (list) => {
      const places = spreadLabels(list, { gap: 13, low: 0, high: 200 })
      const sorted = list.map((wish, index) => ({ wish, place: places[index] ?? Number.NaN }))
      sorted.sort((a, b) => a.place - b.place)
      for (const [rank, { wish, place }] of sorted.entries()) {
        const before = sorted[rank - 1]
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(200)
        if (before === undefined) continue
        expect(place - before.place).toBeGreaterThanOrEqual(13 - 1e-9)
        expect(wish).toBeGreaterThanOrEqual(before.wish)
      }
    }),
  )
})
