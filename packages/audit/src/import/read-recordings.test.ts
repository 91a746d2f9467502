import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { booking, simulation } from '../../test/simulation.ts'
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
    JSON.stringify(
      simulation([{ user: 'x' }, { agent: '', calls: [['t', {}]] }, { result: deep }], 'deep result'),
    ),
    `{"messages":[{"role":"user","content":"x","extra":${deep}}],"task_id":"deep record","reward_info":{}}`,
    JSON.stringify(simulation([{ user: 'y'.repeat(60_000) }])),
    line('8'),
  ]
  expect(await read('hostile.jsonl', lines.join('\n'), { maxBytes: 50_000 })).toEqual([
    '1',
    expect.stringMatching(/^hostile\.jsonl:2: not JSON: .*; skipped$/),
    '2',
    'hostile.jsonl:4: the format is not recognised; skipped',
    'deep result',
    'hostile.jsonl:6: JSON is nested more than 200 levels deep; what lies deeper is left out',
    'deep record',
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
  expect(await read('empty.json', '')).toEqual(['empty.json: contains no recording'])
  expect(await read('text.json', 'hello')).toEqual(['text.json: contains no recording'])
})

test.each([
  ['deflate', 8, deflateRawSync],
  ['Zstandard', 93, zstdCompressSync],
] as const)('an Inspect archive packed by %s gives its samples', async (_, method, pack) => {
  const sample = { id: 's1', epoch: 1, input: 'x', messages: [{ role: 'user', content: 'Hello' }] }
  const files = { 'header.json': '{}', 'samples/1_epoch_1.json': JSON.stringify(sample) }
  expect(await read('log.eval', zip(files, method, pack))).toEqual(['s1'])
})

/** A zip archive of small files. */
function zip(
  files: Readonly<Record<string, string>>,
  method: number,
  pack: (data: Buffer) => Buffer,
): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  for (const [name, text] of Object.entries(files)) {
    const data = pack(Buffer.from(text))
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(Buffer.byteLength(text), 18)
    common.writeUInt16LE(name.length, 22)
    const at = Buffer.alloc(14)
    at.writeUInt32LE(Buffer.concat(locals).length, 10)
    entries.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, at, Buffer.from(name))
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), data)
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(entries).length, 12)
  end.writeUInt32LE(Buffer.concat(locals).length, 16)
  return Buffer.concat([...locals, ...entries, end])
}
