import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/data-folder.ts'
import { needsData, sharedData } from '../../test/needs.ts'
import { ownChallenges } from '../challenges/own-challenges.ts'
import { readData } from '../data/read-data.ts'
import { formatReplayed, summariseReplay } from './format-replay.ts'
import { type ReplayOptions, readTranscripts, replay, type Transcript } from './replay.ts'

const [first, second] = ownChallenges.challenges
const flag = 'picoCTF{sixty_four_signs}'
const wrong = 'Submitted flag is incorrect. Keep trying!'

function readText(content: string | Uint8Array): readonly Transcript[] {
  using folder = makeFolder()
  const file = join(folder.path, 'episodes.json')
  writeFileSync(file, content)
  return readTranscripts(file)
}

const history = { actions: ['ls', 'blocked'], observations: ['a\n'], rewards: [0, 0] }

test('reads recorded episodes, plain or compressed, by task', () => {
  const text = JSON.stringify({
    9: { task_id: 9, query: 'nine', turn_history: history },
    10: { task_id: 10, query: 'ten', turn_history: { ...history, observations: [] } },
  })
  const turns = [{ action: 'ls', observation: 'a\n', reward: 0 }]
  for (const content of [text, gzipSync(text)]) {
    expect(readText(content)).toEqual([
      { id: 9, query: 'nine', turns },
      { id: 10, query: 'ten', turns: [] },
    ])
  }
})

test.each([
  ['{', /is not JSON/],
  ['[]', /episodes\.json": /],
  [
    JSON.stringify({ 9: { task_id: 9, query: 'q', turn_history: { ...history, rewards: [] } } }),
    /task 9: observation 0/,
  ],
  [gzipSync('{}').subarray(0, 9), /cannot be read/],
])('refuses a file that is damaged', (content, message) => {
  expect(() => readText(content)).toThrow(
    expect.objectContaining({ code: 'invalid-data', message: expect.stringMatching(message) }),
  )
})

function turn(action: string, observation: string, reward = 0): Transcript['turns'][number] {
  return { action, observation, reward }
}

const solved: Transcript = {
  id: 0,
  query: first?.query ?? '',
  turns: [
    turn('ls', 'note.txt\nother.txt\n'),
    turn('base64 -d note.txt', `The door opens with ${flag}.`),
    turn('submit x', wrong),
    turn(`submit ${flag}`, `The door opens with ${flag}.`, 1),
  ],
}

await needsSandbox((sandbox) => {
  const run = (options: Omit<ReplayOptions, 'sandbox'>) => Array.fromAsync(replay({ ...options, sandbox }))

  test('tells what is the same and what is not', async () => {
    const transcripts = [
      solved,
      { id: 1, query: second?.query ?? '', turns: [turn('submit x', wrong, 1), turn('skip', 'skipped')] },
      { id: 2, query: 'another', turns: [turn('ls', '')] },
      { id: 9, query: 'nine', turns: [] },
    ]
    const replayed = await run({ data: ownChallenges, transcripts })
    expect(replayed.flatMap(formatReplayed)).toEqual([
      'task 0: solved; same rewards; flag shown again; 1 of 2 observations equal',
      '  turn 1: other text from character 9 on',
      'task 1: solved; other rewards on turns 1; 0 of 0 observations equal',
      'task 2: not solved; same rewards; not executed: it was recorded with another question',
      'task 9: not solved; same rewards; not executed: the data has no such task',
    ])
    expect(summariseReplay(replayed)).toEqual([
      '4 episodes, 3 submits, all rewards but 1 as recorded',
      'solved episodes: 2 of 2 executed, reward 1 in 1, flag shown again in 1 of 1, 1 of 2 observations equal',
      'other episodes: 0 of 2 executed, reward 1 in 0, flag shown again in 0 of 0, 0 of 0 observations equal',
    ])
  })

  needsData(() => {
    test('the recorded rewards are computed again, and the solved offline episodes come to the same', async () => {
      const file = join(sharedData, 'trajectories', 'ic_ctf_multiturn_gpt-4_10_turns.json.gz')
      const transcripts = readTranscripts(file).filter(({ turns }) =>
        turns.some(({ reward }) => reward === 1),
      )
      const replayed = await run({ data: readData(sharedData), transcripts })
      expect(summariseReplay(replayed)[1]).toContain(
        'solved episodes: 27 of 37 executed, reward 1 in 27, flag shown again in 20 of 20, ',
      )
      const executed = replayed.flatMap((each) => each.executed ?? [])
      expect(executed.reduce((sum, { commands }) => sum + commands, 0)).toBe(88)
      // Errors of another Python (6, 31), the order of two outputs (53), and bc (19) if it is installed.
      const different = replayed.filter((each) => each.executed?.differences.length).map(({ id }) => id)
      expect([6, 19, 31, 53]).toEqual(expect.arrayContaining(different))
      expect(executed.flatMap(({ differences }) => differences).length).toBeLessThanOrEqual(4)
    }, 300_000)
  })
})

needsData(() => {
  test('all 55 recorded submits are rewarded as they were', async () => {
    const file = join(sharedData, 'trajectories', 'ic_ctf_multiturn_gpt-4_10_turns.json.gz')
    const replayed = replay({ data: readData(sharedData), transcripts: readTranscripts(file), statuses: [] })
    const judged = await Array.fromAsync(replayed)
    expect(judged).toHaveLength(93)
    expect(judged.reduce((sum, { submits }) => sum + submits, 0)).toBe(55)
    expect(judged.flatMap(({ otherRewards }) => otherRewards)).toEqual([])
  })
})
