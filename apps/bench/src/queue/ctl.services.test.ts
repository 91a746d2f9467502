import { openDatabase } from '@skill-state/postgres'
import { expect, test } from 'vitest'
import { bench, emptyFolder, suiteFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'

const server = useServer()

const suite = (name: string): string =>
  suiteFolder(
    `name: ${name}`,
    ...[
      'benchmarks: [warehouse]',
      'horizons: [5]',
      'runtimes: [skill-state]',
      'models: [reference]',
      'seeds: 2',
    ],
  )

test(
  'a paused suite waits while a worker plays another, continues, and its worker leaves',
  HANG,
  async () => {
    const address = await server().createDatabase()
    const ctl = async (suite: string, args = ''): Promise<string> => {
      const { code, stdout, stderr } = await bench(`ctl ${address}/${suite} ${args}`, {
        cwd: emptyFolder(),
      })
      return code === 0 ? stdout : stderr
    }
    const cwd = suite('waits')
    const waiting = startBench(`run s.yaml --queue ${address} --json`, { cwd })
    await waiting.says('"started"')
    expect(await ctl('waits', 'pause')).toMatch(/^waits pauses/)
    const worker = await startWorker(address, cwd)
    const other = await bench(`run s.yaml --queue ${address}`, { cwd: suite('goes') })
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('Terminated: 2.') })
    expect(await ctl('waits')).toMatch(/^waits: paused, 0 of 2 episodes ended/)
    expect(await ctl('goes', 'requeue t0005-s42')).toMatch(/has an outcome, which stays/)
    expect(await ctl('nosuch')).toMatch(/^bench: .* has no suite "nosuch"/)
    expect(await ctl('goes', 'requeue episodes')).toMatch(/fits .*s42.*, .*s43.*; name one/)
    expect(await ctl('waits', 'limits --max-tokens 9')).toMatch(/has no limits to change/)

    expect(await ctl('waits', 'resume')).toBe('waits continues\n')
    await waiting.says('"finished"')
    expect(await ctl('waits')).toMatch(/^waits: running, 2 of 2 episodes ended, 0 failed/)
    await using database = await openDatabase(address)
    await database.pool.query('update skill_state.workers set draining = true')
    await worker.says('as bench ctl asked')
  },
)
