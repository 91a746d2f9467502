import { expect, test } from 'vitest'
import { libraryEpisode } from '../../test/library.ts'
import { episodeOf } from '../../test/simulation.ts'
import { Audit } from '../document/audit.ts'
import { compareMarkdown } from './compare.ts'
import { auditHtml } from './html/page.ts'
import { survivalIntervals } from './intervals.ts'
import { auditMarkdown } from './markdown.ts'

async function audited(count: number): Promise<Audit> {
  const audit = new Audit({ writeTools: ['lend'] })
  for (let number = 0; number < count; number++) await audit.add(libraryEpisode(number))
  return audit
}

test('intervals hold the rate, repeat, and narrow with more episodes', async () => {
  const widths: number[] = []
  for (const count of [12, 48]) {
    const { perEpisode, write } = (await audited(count)).document()
    const interval = survivalIntervals(perEpisode, 'write').get('last:6')?.sources ?? [0, 0]
    expect(survivalIntervals(perEpisode, 'write').get('last:6')?.sources).toEqual(interval)
    const rate = write.survival['last:6']?.sources.rate ?? -1
    expect(rate).toBeGreaterThan(interval[0])
    expect(rate).toBeLessThan(interval[1])
    widths.push(interval[1] - interval[0])
  }
  expect(widths[1]).toBeLessThan(widths[0] ?? 0)
})

test('one episode gives rates without intervals', async () => {
  const { perEpisode } = (await audited(1)).document()
  expect(survivalIntervals(perEpisode, 'all').get('full')).toEqual({ any: null, sources: null })
})

test('details name the facts that were farthest back, and who would have dropped them', async () => {
  const audit = await audited(6)
  const { farthest, distances, sizeByCall } = audit.details()
  expect(farthest).toHaveLength(10)
  expect(farthest[0]).toMatchObject({ droppedBy: expect.arrayContaining(['last:1', 'last:6']) })
  expect(farthest.map(({ distance }) => distance)).toEqual(
    farthest.map(({ distance }) => distance).sort((a, b) => b - a),
  )
  expect(distances.at(-1)).toMatchObject({ any: 1, sources: 1 })
  expect(sizeByCall.full?.[1]).toBeGreaterThan(sizeByCall.full?.[0] ?? Infinity)
})

test('the report is the same for the same recordings, as text and as a page that loads nothing', async () => {
  const [first, second] = [await audited(8), await audited(8)]
  const page = auditHtml(first.document(), first.details())
  expect(page).toBe(auditHtml(second.document(), second.details()))
  expect(page.match(/<svg/g)).toHaveLength(4)
  expect(page).not.toMatch(/<script|<style>[^<]*url\(|src="|href="(?!data:)/)
  const text = auditMarkdown(first.document(), first.details())
  expect(text).toMatch(/^## Facts that were nearly lost$/m)
  expect(text).toMatch(/not a value that a model uses/)
})

test('what a recording holds cannot add to a page or break a table', async () => {
  const audit = new Audit()
  const value = '<img src=x onerror=alert(1)>|\u202Enext'
  await audit.add(
    episodeOf(
      [{ user: `Take ${value} now` }, { agent: '', calls: [['take', { value }]] }, { result: 'ok' }],
      value,
    ),
  )
  expect(auditHtml(audit.document(), audit.details())).not.toMatch(/<img|\u202E/)
  const row = auditMarkdown(audit.document(), audit.details())
    .split('\n')
    .find((line) => line.includes('<img'))
  expect(row?.split(/(?<!\\)\|/)).toHaveLength(8)
})

test('shows two audits side by side, policy by policy', async () => {
  const text = compareMarkdown((await audited(4)).document(), (await audited(9)).document())
  expect(text).toMatch(/^First: 4 episodes.* Second: 9 episodes/m)
  expect(
    text
      .split('\n')
      .find((line) => line.startsWith('| full'))
      ?.match(/100\.0 %/g),
  ).toHaveLength(4)
  const cells =
    text
      .match(/^\| full .*$/m)?.[0]
      .split('|')
      .map((cell) => cell.trim()) ?? []
  const cost = (await audited(9)).document().size.full?.inputCost['0.1'] ?? 0
  expect(cells.at(-2)).toBe(String(Math.round(cost / (await audited(9)).document().calls)))
  expect(text).toContain('Billed: not recorded first, not recorded second.')
})

test('an audit of nothing still gives a report', async () => {
  const audit = new Audit()
  expect(auditMarkdown(audit.document(), audit.details())).toMatch(/^0 episodes/m)
  expect(auditHtml(audit.document(), audit.details())).toMatch(/<\/html>/)
})
