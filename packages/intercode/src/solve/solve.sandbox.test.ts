import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/data-folder.ts'
import { needsData, sharedData } from '../../test/needs.ts'
import { ownChallenges } from '../challenges/own-challenges.ts'
import type { Dataset } from '../data/challenge.ts'
import { readData } from '../data/read-data.ts'
import { readSolves, type Solve, solveFile } from './solve.ts'

function readText(text: string): readonly Solve[] {
  using folder = makeFolder()
  const file = join(folder.path, 'solves.jsonl')
  writeFileSync(file, text)
  return readSolves(file)
}

test('reads one solve a line, and names an invalid line', () => {
  expect(readText('{"task_id": 3, "commands": ["ls"], "flag_found": true}\n\n')).toEqual([
    { id: 3, commands: ['ls'] },
  ])
  const bad = [
    ['{"task_id": 1, "commands": ["ls"]}\n{picoCTF{x}', /solves\.jsonl", line 2 is not JSON/],
    ['{"task_id": 1, "commands": []}', /line 1, commands: /],
    ['{"task_id": 1, "commands": [2]}', /line 1, commands\.0: expected text$/],
    ['{"task_id": 1}', /line 1, commands: it is missing$/],
    ['{"task_id": "1", "commands": ["ls"]}', /line 1, task_id: expected a number$/],
    ['[]', /line 1: expected an object$/],
    ['\n', /contains no solve/],
  ] as const
  for (const [text, message] of bad) {
    expect(() => readText(text)).toThrow(
      expect.objectContaining({ code: 'invalid-data', message: expect.stringMatching(message) }),
    )
  }
  expect(() => readSolves('/none')).toThrow(expect.objectContaining({ code: 'invalid-data' }))
})

await needsSandbox((sandbox) => {
  const lines = async ({ data, solves }: { readonly data: Dataset; readonly solves: readonly Solve[] }) => {
    using folder = makeFolder()
    const file = join(folder.path, 'solves.jsonl')
    writeFileSync(
      file,
      solves.map(({ id, commands }) => JSON.stringify({ task_id: id, commands })).join('\n'),
    )
    const told: string[] = []
    const all = await solveFile(
      file,
      async () => ({ data, sandbox }),
      (line) => told.push(line),
    )
    expect(all).toBe(told.slice(0, -1).every((line) => line.endsWith(': scored')))
    return told
  }

  test('a solve scores if its commands print the flag, and says why it does not', async () => {
    const solves = [
      { id: 0, commands: ['mkdir a', 'cd a', 'base64 -d ../note.txt'] },
      { id: 1, commands: ['ls'] },
      { id: 2, commands: ['skip'] },
      { id: 7, commands: ['ls'] },
    ]
    expect(await lines({ data: ownChallenges, solves })).toEqual([
      'task 0: scored',
      'task 1: not scored: no command printed the flag',
      'task 2: not scored: the episode ended at "skip"',
      'task 7: not scored: the data has no such task',
      '1 of 4 tasks scored',
    ])
  })

  needsData(() => {
    test('every recorded solve of the official challenges scores', async () => {
      const solves = readSolves(join(sharedData, 'solves.jsonl'))
      const results = await lines({ data: readData(sharedData), solves })
      expect(results).toEqual([
        ...solves.map(({ id }) => `task ${id}: scored`),
        `${solves.length} of ${solves.length} tasks scored`,
      ])
    }, 300_000)

    test('task 15 does not score: the official flag is wrong', async () => {
      const print =
        "sed -i 's/^choose_greatest()/decode_secret(bezos_cc_secret)/' crackme.py; python3 crackme.py"
      const solves = [{ id: 15, commands: [print] }]
      expect(await lines({ data: readData(sharedData), solves })).toEqual([
        'task 15: not scored: no command printed the flag',
        '0 of 1 tasks scored',
      ])
    })
  })
})
