import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { type Folder, makeFolder } from '../../test/data-folder.ts'
import type { Dataset } from './challenge.ts'
import { leftOut } from './challenge.ts'
import { readData } from './read-data.ts'

interface TestRecord {
  readonly task_id: number
  readonly query: string
  readonly gold: string
  readonly tags: readonly string[]
  readonly source?: string
}

const record: TestRecord = { task_id: 3, query: 'Where is it?', gold: 'picoCTF{secret}', tags: ['Forensics'] }
const source = 'https://play.picoctf.org/practice/challenge/'

function write(folder: Folder, path: string, content: string | object, mode = 0o644): void {
  const file = join(folder.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode })
}

/** Reads records, each with a folder of its own. */
function readRecords(folder: Folder, records: readonly TestRecord[]): Dataset {
  write(folder, 'ic_ctf.json', records)
  for (const { task_id: id } of records) write(folder, `task_assets/${id}/.placeholder`, '')
  return readData(folder.path)
}

function complaint(read: () => unknown): SkillStateError {
  try {
    read()
  } catch (error) {
    if (error instanceof SkillStateError) return error
  }
  throw new Error('expected a complaint')
}

test.each(['.', 'data/ctf'])('reads records and assets below %s, without solutions', async (place) => {
  using folder = makeFolder()
  write(folder, `${place}/ic_ctf.json`, [
    { ...record, task_id: 4 },
    { ...record, hint: 'none' },
  ])
  write(folder, `${place}/task_assets/3/run.sh`, 'echo', 0o755)
  write(folder, `${place}/task_assets/3/.deep/er/note`, 'n')
  write(folder, `${place}/task_assets/3/solution/flag.txt`, 'picoCTF{secret}')
  write(folder, `${place}/task_assets/4/x`, '')
  const { challenges } = readData(folder.path)
  expect(challenges.map(({ id, status }) => [id, status])).toEqual([
    [3, 'offline'],
    [4, 'offline'],
  ])
  const files = await challenges[0]?.files()
  expect(files?.map(({ path, executable }) => [path, executable])).toEqual([
    ['.deep/er/note', undefined],
    ['run.sh', true],
  ])
  expect(Buffer.from(files?.[0]?.content ?? []).toString()).toBe('n')
})

test('an official challenge is known by its source, whatever its id', () => {
  using folder = makeFolder()
  const { challenges } = readRecords(folder, [
    { ...record, task_id: 0, source: `${source}156` },
    { ...record, task_id: 1, source: `${source}113` },
    { ...record, task_id: 2, source: `${source}9999` },
    { ...record, task_id: 9 },
  ])
  expect(challenges.map(({ status }) => status)).toEqual([
    'needs_network',
    'asset_absent',
    'offline',
    'offline',
  ])
  expect(leftOut({ name: 'ctf', challenges })).toEqual([
    { id: 0, status: 'needs_network', why: 'asks a remote service' },
    { id: 1, status: 'asset_absent', why: 'dds1-alpine.flag.img.gz is not in this copy of the data' },
  ])
})

test('a large asset that is there makes its challenge offline; a folder that is not makes it absent', () => {
  using folder = makeFolder()
  write(folder, 'task_assets/1/dds1-alpine.flag.img.gz', '')
  write(folder, 'ic_ctf.json', [
    { ...record, task_id: 1, source: `${source}113` },
    { ...record, task_id: 2 },
  ])
  expect(readData(folder.path).challenges).toMatchObject([
    { status: 'offline' },
    { status: 'asset_absent', why: 'its folder is not in task_assets' },
  ])
})

test('a challenge whose flag is wrong says so', () => {
  using folder = makeFolder()
  const wrong = { ...record, gold: 'picoCTF{1|/|_x}', source: `${source}175` }
  expect(readRecords(folder, [wrong]).challenges[0]?.status).toBe('gold_wrong')
})

const damaged: readonly (readonly [string, string | object, RegExp])[] = [
  ['no JSON', '[{"gold": "picoCTF{secret}", picoCTF{secret}', /ic_ctf\.json" is not JSON/],
  ['no list', record, /ic_ctf\.json": expected a list/],
  ['no records', [], /ic_ctf\.json": Too small/],
  ['a record without a gold', [{ ...record, gold: undefined }], /ic_ctf\.json", 0\.gold: /],
  ['a record whose gold is not a text', [{ ...record, gold: { picoCTF: 'secret' } }], /0\.gold: /],
  ['a negative id', [{ ...record, task_id: -1 }], /0\.task_id: /],
  ['an id twice', [record, record], /two records with the task_id 3/],
]

test.each(damaged)('refuses %s in one line without a flag', (_, content, message) => {
  using folder = makeFolder()
  write(folder, 'ic_ctf.json', content)
  mkdirSync(join(folder.path, 'task_assets'))
  const error = complaint(() => readData(folder.path))
  expect(error.code).toBe('invalid-data')
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
  expect(inspect(error)).not.toContain('secret')
})

test('a folder without the data is told what is looked for and where to get it', () => {
  using folder = makeFolder()
  const { code, message } = complaint(() => readData(folder.path))
  expect(code).toBe('invalid-data')
  expect(message).toMatch(
    /ic_ctf\.json.*data\/ctf\/ic_ctf\.json.*princeton-nlp\/intercode.*--data.*INTERCODE_DIR/,
  )
  write(folder, 'ic_ctf.json', [record])
  expect(complaint(() => readData(folder.path)).message).toMatch(/no folder task_assets.*princeton-nlp/)
  expect(complaint(() => readData(join(folder.path, 'none'))).message).toMatch(/none/)
  expect(complaint(() => readData(undefined)).message).toMatch(/princeton-nlp.*--data/)
})
