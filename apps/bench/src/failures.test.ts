import { prompt, skillState } from '@skill-state/baselines'
import { runEpisode, type TraceLine } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import type { Benchmark, Runtime } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'

const hopeless: [string, string, string, number][] = [
  ['an empty reply', '', 'invalid-reply', 3],
  ['white space', ' \n\t', 'invalid-reply', 3],
  ['prose', 'I am sorry, I cannot help with that.', 'invalid-reply', 3],
  ['broken JSON', '```json\n{"state_patch": {"inventory": {}, "act', 'invalid-reply', 3],
  ['a megabyte of braces', '{'.repeat(1_000_000), 'invalid-reply', 3],
  ['a reply of 10 MB', 'x'.repeat(10_000_000), 'reply-too-large', 1],
]

/** The warehouse as a world without a no-op. */
const strict: Benchmark = {
  ...warehouse,
  open: (task) => {
    const environment = warehouse.open(task)
    return new Proxy(environment, {
      get: (target, key) => {
        if (key === 'noop') return undefined
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  },
}

async function play(benchmark: Benchmark, id: string, run: Runtime, reply: string) {
  const [task] = warehouse.tasks({ seeds: [42], horizons: [10] })
  if (task === undefined) throw new Error('the warehouse has tasks')
  const lines: TraceLine[] = []
  const model = scripted(() => reply)
  const episode = { benchmark, task, runtime: { id, run }, model }
  const end = await runEpisode(episode, { record: (line) => lines.push(line) })
  expect(lines.at(-1)).toEqual({ kind: 'end', ...end })
  return { end, calls: lines.filter((line) => line.kind === 'call').length }
}

for (const [id, { run }] of Object.entries({ prompt, 'skill-state': skillState })) {
  test.for(hopeless)(
    `without a no-op, ${id} ends the episode as failed on %s, scored as far as it got`,
    async ([, reply, code, calls]) => {
      const played = await play(strict, id, run, reply)
      expect(played.end).toMatchObject({ status: 'failed', error: { code }, outcome: { reward: 0 } })
      expect(played.calls).toBe(calls)
    },
  )

  test(`with a no-op, ${id} loses each step in which no reply can be read`, async () => {
    const { end, calls } = await play(warehouse, id, run, 'I am sorry.')
    expect(end).toMatchObject({ status: 'terminated', outcome: { reward: 0 } })
    expect(calls).toBe(30)
  })
}
