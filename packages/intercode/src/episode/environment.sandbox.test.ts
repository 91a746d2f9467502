import { testEnvironment } from '@skill-state/protocol/conformance'
import type { Sandbox, Session } from '@skill-state/sandbox'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { describe, expect, test } from 'vitest'
import { type GameOptions, open, play } from '../../test/play.ts'

await needsSandbox((sandbox) => {
  const run = (actions: readonly string[], options: GameOptions = {}) => play(options, sandbox, actions)

  describe.each(['fixed', 'official'] as const)('conformance of %s', (mode) => {
    const suite = testEnvironment({
      open: () => open({ mode, turns: 4 }, sandbox),
      actions: ['ls -A', 'cd ..', 'submit x', 'pwd'],
      reachesEnd: true,
    })
    for (const check of suite) test(check.name, check.run)
  })

  test('a background job continues through the next commands', async () => {
    const job = '(until [ -e go ]; do sleep 0.02; done; echo done >mark) >/dev/null 2>&1 &'
    const { texts } = await run([job, 'touch go', 'until [ -e mark ]; do sleep 0.02; done; cat mark'])
    expect(texts[2]).toMatch(/^done\n/)
  })

  test('killing everything kills nothing that the next command needs', async () => {
    const { texts } = await run(['touch x', 'kill -9 -1', 'ls'])
    expect(texts[2]).toMatch(/^note.txt\nx\n/)
  })

  test('a sandbox that ends is started anew, with the files and the folder of the start', async () => {
    const sessions: Session[] = []
    const watched: Sandbox = {
      id: sandbox.id,
      async open(options) {
        const session = await sandbox.open(options)
        sessions.push(session)
        return session
      },
    }
    const environment = open({}, watched)
    const step = async (action: string) => (await environment.step(action)).text
    await environment.reset({ seed: 1 })
    await step('touch x')
    await step('cd /tmp')
    const endless = step('echo on; sleep 60')
    await sessions[0]?.close()
    const anew =
      'The sandbox ended and was started anew: the files are as at the start, the folder is /ctf/0.'
    expect(await endless).toContain(anew)
    expect(await step('ls')).toMatch(/^note.txt\n\(46 turns left; folder \/ctf\/0\)$/)
    await sessions[1]?.close()
    expect(await step('pwd')).toMatch(`/ctf/0\n${anew}\n`)
    expect((await environment.outcome()).metrics?.lostSandboxes).toBe(2)
    await environment.close()
    expect(sessions.map(({ alive }) => alive)).toEqual([false, false, false])
  })

  test('two episodes at once see nothing of each other', async () => {
    const actions = (name: string) => [`echo ${name} >mark`, 'cat mark', 'ls /ctf']
    const [first, second] = await Promise.all([run(actions('first')), run(actions('second'))])
    expect(first.texts[1]).toMatch(/^first\n/)
    expect(second.texts[1]).toMatch(/^second\n/)
    expect(second.texts[2]).toMatch(/^0\n\(/)
  })

  test('an action that is not a text is refused', async () => {
    const environment = open({}, sandbox)
    await environment.reset({ seed: 1 })
    expect(await environment.step({ command: 'ls' })).toMatchObject({ refused: true, done: false })
    await environment.close()
  })

  test('an aborted signal ends a running command, and takes no turn', async () => {
    const environment = open({}, sandbox)
    await environment.reset({ seed: 1 })
    const controller = new AbortController()
    const reason = new Error('enough')
    const step = environment.step('sleep 60', { signal: controller.signal })
    controller.abort(reason)
    await expect(step).rejects.toBe(reason)
    expect((await environment.outcome()).metrics?.turns).toBe(0)
    await environment.close()
  })
})
