import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { booking, simulation } from '../test/simulation.ts'
import { type ReadOptions, readRecordings } from './read-recordings.ts'

const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
const line = (taskId: string): string => JSON.stringify(simulation(booking, taskId))

/** Writes a file and reads it: the tasks of its episodes, and its problems without the folder. */
async function read(
  name: string,
  content: string | Uint8Array,
  options?: ReadOptions,
): Promise<readonly string[]> {
  const file = join(folder, name)
  writeFileSync(file, content)
  return list([file], options)
}

async function list(paths: readonly string[], options?: ReadOptions): Promise<readonly string[]> {
  const found: string[] = []
  for await (const recording of readRecordings(paths, options)) {
    const place = recording.place.replace(`${folder}/`, '')
    found.push(
      recording.kind === 'episode' ? `${recording.episode.taskId}` : `${place}: ${recording.message}`,
    )
  }
  return found
}

test('JSON lines, packed or not, a list and a results file give the same episodes', async () => {
  const lines = `${line('1')}\n\n${line('2')}\n`
  expect(await read('plain.jsonl', lines)).toEqual(['1', '2'])
  expect(await read('packed.jsonl.gz', gzipSync(lines))).toEqual(['1', '2'])
  expect(await read('lines.json', lines)).toEqual(['1', '2'])
  expect(await read('list.json', `[${line('1')},\n ${line('2')}]`)).toEqual(['1', '2'])
  const results = {
    info: { a: [1, { simulations: [] }] },
    simulations: [simulation(booking, '1'), simulation(booking, '2')],
  }
  expect(await read('results.json', JSON.stringify(results, null, 2))).toEqual(['1', '2'])
  expect(await read('one.json', JSON.stringify(simulation(booking, '3'), null, 1))).toEqual(['3'])
})

test('a folder stands for the recordings in it, in order of their names', async () => {
  const inner = join(folder, 'run')
  mkdirSync(inner)
  for (const task of ['10', '9']) writeFileSync(join(inner, `${task}.json`), line(task))
  writeFileSync(join(inner, 'notes.txt'), 'no recording')
  expect(await list([inner])).toEqual(['9', '10'])
  await expect(list([join(folder, 'missing')])).rejects.toThrow(/missing: no such file or folder/)
})

test('damaged lines are named and skipped, and the others are read', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const lines = [
    line('1'),
    '{"messages": [',
    line('2').replace('"reward":1', '"reward":NaN'),
    '{"something": "else"}',
    JSON.stringify(simulation([{ user: 'x' }, { agent: '', calls: [['t', {}]] }, { result: deep }])),
    `{"messages":[{"role":"user","content":"x","extra":${deep}}],"reward_info":{}}`,
    JSON.stringify(simulation([{ user: 'y'.repeat(60_000) }])),
    line('8'),
  ]
  expect(await read('hostile.jsonl', lines.join('\n'), { mostBytes: 50_000 })).toEqual([
    '1',
    expect.stringMatching(/^hostile\.jsonl:2: not JSON: .*; skipped$/),
    expect.stringMatching(/^hostile\.jsonl:3: not JSON: .*; skipped$/),
    'hostile.jsonl:4: the format is not recognised; skipped',
    'hostile.jsonl:5: a message holds JSON nested more than 200 levels deep; skipped',
    'hostile.jsonl:6: nested more than 200 levels deep; skipped',
    'hostile.jsonl:7: a record is longer than 50000 bytes; skipped',
    '8',
  ])
})

test('a file that is cut off gives what is whole in it', async () => {
  const packed = gzipSync(
    `${line('1')}\n${line('2')}\n${Array.from({ length: 99 }, (_, at) => line(`${at}`)).join('\n')}`,
  )
  const cut = await read('cut.jsonl.gz', packed.subarray(0, packed.length - 20))
  expect(cut[0]).toBe('1')
  expect(cut.at(-1)).toMatch(/^cut\.jsonl\.gz: .*; the rest is skipped$/)
  const document = JSON.stringify({ simulations: [simulation(booking, '1'), simulation(booking, '2')] })
  expect(await read('cut.json', document.slice(0, -200))).toEqual([
    '1',
    'cut.json: ends in the middle of a value',
  ])
  expect(await read('empty.json', '')).toEqual(['empty.json: holds no recording'])
  expect(await read('text.json', 'hello')).toEqual(['text.json: holds no recording'])
})
