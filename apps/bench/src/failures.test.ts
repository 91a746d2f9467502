import { runEpisode, type TraceLine } from '@skill-state/eval'
import { scripted } from '@skill-state/models'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { skillState, transcript } from './runtimes.ts'

const hopeless: [string, string, string, number][] = [
  ['an empty reply', '', 'invalid-reply', 3],
  ['white space', ' \n\t', 'invalid-reply', 3],
  ['prose', 'I am sorry, I cannot help with that.', 'invalid-reply', 3],
  ['broken JSON', '```json\n{"state_patch": {"inventory": {}, "act', 'invalid-reply', 3],
  ['a megabyte of braces', '{'.repeat(1_000_000), 'invalid-reply', 3],
  ['a reply of 10 MB', 'x'.repeat(10_000_000), 'reply-too-large', 1],
]

for (const [id, { run }] of Object.entries({ prompt: transcript, 'skill-state': skillState })) {
  test.for(hopeless)(
    `${id} ends the episode as failed on %s, with the reason and every call in the trace`,
    async ([, reply, code, calls]) => {
      const [task] = warehouse.tasks({ seeds: [42], horizons: [10] })
      if (task === undefined) throw new Error('the warehouse has tasks')
      const lines: TraceLine[] = []
      const model = scripted(() => reply)
      const end = await runEpisode(
        { benchmark: warehouse, task, runtime: { id, run }, model },
        { record: (line) => lines.push(line) },
      )
      expect(end).toMatchObject({ status: 'failed', error: { code } })
      expect(lines.filter((line) => line.kind === 'call')).toHaveLength(calls)
      expect(lines.at(-1)).toEqual({ kind: 'end', ...end })
    },
  )
}
