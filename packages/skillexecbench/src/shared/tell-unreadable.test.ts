import { expect, test } from 'vitest'
import { benchmarks } from '../index.ts'

/** An action that would be a memory if it came back: unreadable, or with names that the world does not know. */
const carrying = [
  'remember item_q7zt shelf_x4kd',
  'Store item_987654 shelf_432',
  'Ship item_987654 shelf_432',
  'Move item_987654 shelf_432 shelf_431',
  'Store item_zz99 shelf_zz88',
  'Ship item_zz99 shelf_zz88',
  'Commit(a_secret_fact, auth.ts)',
  'CherryPick(c987654, a_secret_fact)',
  'Merge(pr_987654)',
  'Return guest_987654 432100',
  'Bring secret room_987654',
  'Direct train_987654 platform_432',
  'Post train_987654 platform_432',
  'Keep account_zz99 9876',
  'Answer secret',
]

test.each(benchmarks.map((benchmark) => [benchmark.id, benchmark] as const))(
  'in %s no rejected action comes back in an observation',
  async (_, benchmark) => {
    const [task] = benchmark.tasks({ seeds: [42], horizons: [60] })
    if (task === undefined) throw new Error('no task')
    for (const action of carrying) {
      const environment = benchmark.open(task)
      await environment.reset({ seed: 42 })
      const { text } = await environment.step(action)
      const [result = ''] = text.split('\n')
      expect(result).not.toMatch(/987654|zz99|zz88|432|secret|q7zt|9876/)
    }
  },
)
