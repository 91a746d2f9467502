import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionsOf } from '../../test/play-episode.ts'
import { openCatalogue } from '../server/catalogue/catalogue.ts'
import type { Manifest } from './manifest.ts'
import { mergeManifest } from './merge-manifest.ts'

const FIRST = {
  ...{ kind: 'episode', format: 1, benchmark: 'warehouse@1', runtime: 'prompt', model: 'reference', seed: 1 },
}

/** Without a schema to compile. */
const CONDITIONS = JSON.stringify({ ...conditionsOf({ prompt: {} }), series: [] })

/** A change of one of a few traces in two runs: another length, or none. */
const change = fc.record({
  run: fc.constantFrom('a', 'b'),
  task: fc.nat({ max: 4 }).map((each) => `t${each}`),
  seed: fc.option(fc.nat({ max: 1_000 })),
})

function apply(root: string, { run, task, seed }: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  const file = join(root, run, 'episodes', 'warehouse%401', `${task}~prompt~reference.jsonl`)
  if (seed === null) rmSync(file, { force: true })
  else writeFileSync(file, `${JSON.stringify({ ...FIRST, task, seed, instructions: 'x'.repeat(seed) })}\n`)
}

test('the news after each revision, merged, are the whole manifest', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 5 }), (rounds) => {
      const root = mkdtempSync(join(tmpdir(), 'viewer-news-'))
      for (const run of ['a', 'b']) {
        mkdirSync(join(root, run, 'episodes', 'warehouse%401'), { recursive: true })
        writeFileSync(join(root, run, 'run.json'), CONDITIONS)
      }
      const catalogue = openCatalogue(root)
      let page: Manifest | undefined
      for (const changes of [...rounds, []]) {
        for (const each of changes) apply(root, each)
        page = mergeManifest(page, catalogue.manifest(Number.POSITIVE_INFINITY, page?.revision))
        expect(page.episodes).toEqual(openCatalogue(root).manifest(Number.POSITIVE_INFINITY).episodes)
      }
      rmSync(root, { recursive: true })
    }),
    { numRuns: 30 },
  )
})

test('news hold the rows alone that changed', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'viewer-news-')), 'a')
  mkdirSync(join(path, 'episodes', 'warehouse%401'), { recursive: true })
  writeFileSync(join(path, 'run.json'), CONDITIONS)
  for (const task of ['t0', 't1', 't2']) apply(dirname(path), { run: 'a', task, seed: 1 })
  const catalogue = openCatalogue(path)
  const { revision } = catalogue.manifest(Number.POSITIVE_INFINITY)
  expect(catalogue.manifest(Number.POSITIVE_INFINITY, revision)).toMatchObject({ episodes: [], revision })
  apply(dirname(path), { run: 'a', task: 't1', seed: 2 })
  const news = catalogue.manifest(Number.POSITIVE_INFINITY, revision)
  expect(news.episodes.map(({ task }) => task)).toEqual(['t1'])
  expect(news.since).toBe(revision)
  expect(openCatalogue(path).manifest(Number.POSITIVE_INFINITY, revision).episodes).toHaveLength(3)
})
