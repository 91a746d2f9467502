import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@skill-state/protocol'
import { onTestFinished } from 'vitest'
import { type Domain, loadDomain } from '../src/data/load-domain.ts'
import { type Database, episodeDatabase } from '../src/data/open-database.ts'
import { openEpisode, stopMark } from '../src/evaluator/episode.ts'
import { canonicalHash, officialHash } from '../src/hash/database-hash.ts'
import { dumps } from '../src/python/text/dumps.ts'
import { readArguments } from '../src/verify/fields.ts'
import { openFixture } from './retail.ts'

const cancel = { order_id: '#W3', reason: 'no longer needed' }
const actions = [
  { name: 'find_user_id_by_email', kwargs: { email: 'bob@example.com' } },
  { name: 'cancel_pending_order', kwargs: cancel },
  { name: 'transfer_to_human_agents', kwargs: { summary: 'done' } },
]
const tasks = [
  { index: 0, user_id: 'bob_ray_2', instruction: 'Cancel it.', actions, outputs: ['15'] },
  { index: 1, user_id: 'ann_lee_1', instruction: 'Ask.', actions: [], outputs: [] },
]

/** A folder of a small retail database with two tasks, for the length of the test. */
export function writeSmallData(): { folder: string; domain: Domain } {
  const folder = mkdtempSync(join(tmpdir(), 'tau-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const retail = join(folder, 'retail')
  mkdirSync(retail)
  for (const [name, table] of openFixture().base) writeFileSync(join(retail, `${name}.json`), dumps(table))
  const parameters = { type: 'object', properties: {} }
  const tool = { type: 'function', function: { name: 'think', description: 'Think.', parameters } }
  writeFileSync(join(retail, 'wiki.md'), 'Be kind.\n')
  writeFileSync(join(retail, 'tools.json'), JSON.stringify([tool]))
  writeFileSync(join(retail, 'tasks_test.json'), JSON.stringify(tasks))
  return { folder, domain: loadDomain(folder, 'retail', 'test') }
}

/** Writes records into the folder and gives the file's path. */
export function writeLines(folder: string, lines: readonly (JsonObject | string)[]): string {
  const file = join(folder, 'records.jsonl')
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

export function headerOf({ database }: Domain): JsonObject {
  const { official_hash, canonical_hash } = hashesOf(episodeDatabase(database))
  return {
    domain: 'retail',
    split: 'test',
    initial_official_hash: official_hash,
    initial_canonical_hash: canonical_hash,
  }
}

/** Records of task 0 in each format, made by the evaluator itself. */
export function recordsOf(domain: Domain): {
  groundTruth: JsonObject
  scripted: JsonObject
  trajectory: JsonObject
} {
  const { database, answers, end } = play(domain)
  const calls = answers.map((observation, index) => ({
    name: '',
    kwargs: {},
    ...actions[index],
    observation,
  }))
  const said = { name: 'respond', kwargs: { content: 'You get 15.' }, observation: stopMark }
  const verdict = { reward: 1, agent_official_hash: database.official_hash }
  const ends = [
    {
      ...verdict,
      agent_canonical_hash: database.canonical_hash,
      r_actions: 1.0,
      gt_data_hash: database.official_hash,
      r_outputs: 1.0,
      outputs: { 15: true },
    },
  ]
  return {
    groundTruth: {
      index: 0,
      user_id: 'bob_ray_2',
      actions: [...calls, { ...actions[2], skipped: true }],
      outputs: ['15'],
      ...database,
      reward_noop: 0,
      reward_ground_truth: 1,
      reward_ground_truth_silent: 0,
    } as JsonObject,
    scripted: {
      id: 'retail/reward/1',
      task_index: 0,
      actions: [...calls, { ...said, done: true, reward: 1 }],
      ends,
      ...database,
    } as JsonObject,
    trajectory: {
      domain: 'retail',
      task_id: 0,
      trial: 0,
      recorded_reward: end,
      first_user: 'Hi',
      steps: [
        ...calls.map((call) => ({ type: 'tool', arguments: JSON.stringify(call.kwargs), ...call })),
        { type: 'respond', content: 'You get 15.', user: stopMark },
      ],
      done: true,
      reward: 1,
      ...database,
      gt_official_hash: database.official_hash,
      gt_canonical_hash: database.canonical_hash,
      r_actions: true,
      outputs: { 15: true },
      task_changed: [],
      reward_with_recorded_task: 1,
    } as JsonObject,
  }
}

type Hashes = Record<'official_hash' | 'canonical_hash', string>

function hashesOf(database: Database): Hashes {
  return { official_hash: officialHash(database), canonical_hash: canonicalHash(database) }
}

function play(domain: Domain): { database: Hashes; answers: string[]; end: number } {
  const [task] = domain.tasks
  if (task === undefined) throw new Error('the small data has tasks')
  const episode = openEpisode(domain, task)
  const answers = actions.slice(0, 2).map(({ name, kwargs }) => {
    const reply = episode.act(name, readArguments(JSON.stringify(kwargs)))
    return reply.kind === 'answered' ? reply.observation : reply.kind
  })
  const database = hashesOf(episode.database)
  const last = episode.respond('You get 15.', stopMark)
  return { database, answers, end: last.kind === 'ended' ? last.evaluation.reward : -1 }
}
