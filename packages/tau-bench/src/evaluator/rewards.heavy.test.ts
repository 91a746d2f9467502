import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecords, textOf } from '../../test/parity-records.ts'
import { describeSharedData } from '../../test/shared-data.ts'
import { type OfficialDomain, officialDomains } from '../data/domain.ts'
import { type Domain, loadDomain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { getItem, iterate } from '../python/containers.ts'
import { copyDict } from '../python/copy.ts'
import type { PythonDict, PythonValue } from '../python/value.ts'
import { createEpisode, type Episode, type Reply } from './episode.ts'
import type { Evaluation } from './evaluation.ts'

const domains = Object.keys(officialDomains) as OfficialDomain[]

describeSharedData('the evaluator gives the official rewards', (folder) => {
  test.each(domains)('scripted episodes of %s', (name) => {
    const domain = loadDomain(folder, name, 'test')
    const episodes = readRecords(join(folder, `parity/rewards-${name}.jsonl`))
    expect(episodes.length).toBeGreaterThan(0)
    for (const record of episodes) {
      const episode = createEpisode(domain, taskAt(domain, getItem(record, 'task_index')))
      const replies = iterate(getItem(record, 'actions')).map((action) => drive(episode, action))
      const ends = replies.flatMap((reply) => (reply.kind === 'ended' ? [reply.evaluation] : []))
      expect(ends.map(officialEnd), textOf(record, 'id')).toEqual(
        iterate(getItem(record, 'ends')).map((end) => toObject(end)),
      )
    }
  })

  test.each([
    ['retail', 'test', 'retail.jsonl'],
    ['retail', 'dev', 'retail-dev.jsonl'],
    ['retail', 'train', 'retail-train.jsonl'],
    ['airline', 'test', 'airline.jsonl'],
  ] as const)('ground truth of %s %s: said, silent, and not done at all', (name, split, file) => {
    const domain = loadDomain(folder, name, split)
    const records = readRecords(join(folder, 'parity', file)).slice(1)
    expect(records.length).toBeGreaterThan(0)
    for (const record of records) {
      const task = taskAt(domain, getItem(record, 'index'))
      const rewards = {
        reward_noop: say(createEpisode(domain, task), 'Hello'),
        reward_ground_truth: say(played(domain, task), task.outputs.join(' ')),
        reward_ground_truth_silent: say(played(domain, task), ''),
      }
      for (const [key, reward] of Object.entries(rewards)) {
        expect(reward, `${key} of task ${task.index}`).toBe(getItem(record, key))
      }
    }
  })
})

function taskAt(domain: Domain, index: PythonValue): TauTask {
  const task = domain.tasks.find((candidate) => BigInt(candidate.index) === index)
  if (task === undefined) throw new Error('the record is about no task')
  return task
}

/** Plays a recorded action, and holds what comes of it against the record. */
function drive(episode: Episode, action: PythonValue): Reply {
  const name = textOf(action, 'name')
  const kwargs = dictOf(action, 'kwargs')
  const reply =
    name === 'respond'
      ? episode.respond(kwargs.get('content'), textOf(action, 'observation'))
      : episode.act(name, copyDict(kwargs))
  expect(reply).toMatchObject({ observation: getItem(action, 'observation') })
  return reply
}

/** An end as the records write it: the database verdict only if the task asks for no outputs. */
function officialEnd({ reward, database, outputs, outputsSaid }: Evaluation): object {
  const common = {
    reward,
    agent_official_hash: database.agent.official,
    agent_canonical_hash: database.agent.canonical,
  }
  return outputs.size > 0
    ? { ...common, r_outputs: Number(outputsSaid), outputs: Object.fromEntries(outputs) }
    : { ...common, r_actions: Number(database.official), gt_data_hash: database.wanted.official }
}

function played(domain: Domain, task: TauTask): Episode {
  const episode = createEpisode(domain, task)
  for (const { name, kwargs } of task.actions) {
    if (name !== 'transfer_to_human_agents') episode.act(name, copyDict(kwargs))
  }
  return episode
}

function say(episode: Episode, content: string): number | undefined {
  const reply = episode.respond(content, '###STOP###')
  return reply.kind === 'ended' ? reply.evaluation.reward : undefined
}

function dictOf(record: PythonValue, key: string): PythonDict {
  const value = getItem(record, key)
  if (value instanceof Map) return value
  throw new TypeError(`the record's ${key} is no object`)
}

function toObject(value: PythonValue): unknown {
  return value instanceof Map
    ? Object.fromEntries(Array.from(value, ([key, member]) => [key, toObject(member)]))
    : value
}
