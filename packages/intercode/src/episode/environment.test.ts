import { testEnvironment } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { needsData, needsSandbox, sharedData } from '../_needs.ts'
import { type IntercodeOptions, intercode } from '../benchmark.ts'
import { ownChallenges } from '../challenges/own-challenges.ts'
import { readData } from '../data/read-data.ts'
import type { Sandbox, Session } from '../sandbox/sandbox.ts'

const flag = 'picoCTF{sixty_four_signs}'
const query = ownChallenges.challenges[0]?.query ?? ''

type Options = Partial<IntercodeOptions> & { readonly challenge?: number }

/** Opens the environment of one challenge. */
function open({ challenge = 0, ...options }: Options, sandbox: Sandbox) {
  const benchmark = intercode({ data: ownChallenges, sandbox, repeatTask: false, ...options })
  return benchmark.open({ id: 'x', seed: 1, parameters: { challenge } })
}

/** The observations of an episode and its outcome. */
async function play(options: Options, sandbox: Sandbox, actions: readonly string[]) {
  const environment = open({ turns: 50, ...options }, sandbox)
  try {
    await environment.reset({ seed: 1 })
    const texts: string[] = []
    for (const action of actions) texts.push((await environment.step(action)).text)
    return { texts, outcome: await environment.outcome() }
  } finally {
    await environment.close()
  }
}

await needsSandbox((sandbox) => {
  describe.each(['fixed', 'official'] as const)('conformance of %s', (mode) => {
    const suite = testEnvironment({
      open: () => open({ mode, turns: 4, repeatTask: true }, sandbox),
      actions: ['ls -A', 'cd ..', 'submit x', 'pwd'],
      reachesEnd: true,
    })
    for (const check of suite) test(check.name, check.run)
  })

  describe('fixed', () => {
    const run = (actions: readonly string[], options: Options = {}) => play(options, sandbox, actions)

    test('tells the task, the turns and the folder, and the task again where asked', async () => {
      const environment = open({ turns: 2, repeatTask: true }, sandbox)
      try {
        expect(await environment.reset({ seed: 1 })).toEqual({
          text: `Task: ${query}\n(2 turns left; folder /ctf/0)`,
          done: false,
        })
        const { text } = await environment.step('cd /tmp')
        expect(text).toBe(`The folder is now /tmp.\n(1 turn left; folder /tmp)\nTask: ${query}`)
        expect(await environment.step('pwd')).toEqual({ text: '/tmp\n', done: true })
        await expect(environment.step('pwd')).rejects.toMatchObject({ code: 'environment-misuse' })
      } finally {
        await environment.close()
      }
    })

    test('a wrong flag goes on, the right one in any case ends the episode with reward 1', async () => {
      const { texts, outcome } = await run(['submit x', 'submit', `submit ${flag.toUpperCase()}`])
      expect(texts).toEqual([
        'The flag is wrong.\n(49 turns left; folder /ctf/0)',
        'Error: no flag was named. Write: submit picoCTF{...}\n(48 turns left; folder /ctf/0)',
        'The flag is right.',
      ])
      expect(outcome).toEqual({
        reward: 1,
        metrics: { turns: 3, commands: 0, submits: 2, timeouts: 0, lostSandboxes: 0 },
      })
    })

    test('a flag that is printed and not submitted is worth nothing', async () => {
      const { texts, outcome } = await run(['base64 -d note.txt', 'skip'])
      expect(texts).toEqual([expect.stringContaining(flag), 'You gave up.'])
      expect(outcome.reward).toBe(0)
    })

    test('cd is an action of its own, and only where it succeeds', async () => {
      const { texts } = await run([
        'mkdir "a b"',
        'cd a && ls',
        'cd "a b"',
        'pwd',
        'cd ../none',
        'cd',
        'cd /ctf/0',
      ])
      const folders = texts.map((text) => /folder (.*)\)$/.exec(text)?.[1])
      const deep = '/ctf/0/a b'
      expect(folders).toEqual(['/ctf/0', '/ctf/0', deep, deep, deep, '/root', '/ctf/0'])
      expect(texts[3]).toMatch(/^\/ctf\/0\/a b\n/)
      expect(texts[4]).toMatch(/No such file.*\n\(exit code 1\)/)
    })

    test('the way out of a folder that was removed is open', async () => {
      const { texts } = await run(['mkdir a', 'cd a', 'rmdir /ctf/0/a', 'ls', 'cd /ctf/0', 'ls'])
      expect(texts[3]).toMatch(/\(exit code 126\)/)
      expect(texts[5]).toMatch(/^note.txt\n/)
    })

    test('a command may have several lines, holds no more than one process can take, and reads nothing', async () => {
      const { texts } = await run(['cat <<E\na\nE', 'echo\0', 'cat', 'export X=1', 'echo "<$X>"'])
      expect(texts[0]).toMatch(/^a\n/)
      expect(texts[1]).toMatch(/^Error: .*NUL/)
      expect(texts[2]).toMatch(/^\(no output\)/)
      expect(texts[4]).toMatch(/^<>\n/)
    })

    test('binary output is shown as far as it is text, long output by its ends', async () => {
      const { texts } = await run(['cat door', 'seq 10000'], { challenge: 1 })
      expect(texts[0]).toMatch(/ELF.*\ufffd/)
      expect(texts[1]).toMatch(/^1\n2\n[\s\S]*characters are left out here[\s\S]*9999\n10000\n/)
      expect(texts[1]?.length).toBeLessThan(2_100)
    })

    test('a command that takes too long is stopped with its output so far, and the next one runs', async () => {
      const { texts, outcome } = await run(['echo so far; sleep 60', 'echo next'], { timeoutMs: 500 })
      expect(texts[0]).toMatch(/^so far\n\(stopped after 0.5 s, with all that it had started\)/)
      expect(texts[1]).toMatch(/^next\n/)
      expect(outcome.metrics?.timeouts).toBe(1)
    })

    test('a background job goes on through the next commands', async () => {
      const job = '(until [ -e go ]; do sleep 0.02; done; echo done >mark) >/dev/null 2>&1 &'
      const { texts } = await run([job, 'touch go', 'until [ -e mark ]; do sleep 0.02; done; cat mark'])
      expect(texts[2]).toMatch(/^done\n/)
    })

    test('whoever kills everything kills nothing that the next command needs', async () => {
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
      expect(await step('ls')).toMatch(/^note.txt\n\(6 turns left; folder \/ctf\/0\)$/)
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

    test('an action that is no text is refused', async () => {
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

  describe('official', () => {
    const run = (actions: readonly string[], options: Options = {}) =>
      play({ mode: 'official', ...options }, sandbox, actions)

    test('tells the task first, then what the official environment tells and nothing else', async () => {
      const environment = open({ mode: 'official' }, sandbox)
      expect(await environment.reset({ seed: 1 })).toEqual({ text: `Task: ${query}`, done: false })
      expect(await environment.step('ls')).toEqual({ text: 'note.txt\n', done: false })
      expect(await environment.step(':')).toEqual({ text: 'No output', done: false })
      await environment.close()
    })

    test('a right flag is answered with the observation of the last command', async () => {
      const { texts, outcome } = await run(['echo a', 'submit x', `submit ${flag} y`])
      expect(texts).toEqual(['a\n', 'Submitted flag is incorrect. Keep trying!', 'a\n'])
      expect(outcome.reward).toBe(1)
      expect((await run([`submit ${flag}`])).texts).toEqual(['No output'])
    })

    test('after "cd a && ls" no command finds its folder', async () => {
      const { texts } = await run(['mkdir a; touch a/b', 'cd a && ls', 'pwd', 'cd /ctf/0', 'pwd'])
      expect(texts[1]).toBe('b\n')
      expect(texts[2]).toContain('/ctf/0/a && ls')
      expect(texts[4]).toBe('/ctf/0\n')
    })

    test('what ends the official run is a malformed command here', async () => {
      const { texts, outcome } = await run(['cd', 'submit', 'echo on'])
      expect(texts).toEqual(['Malformed command', 'Malformed command', 'on\n'])
      expect(outcome.metrics).toMatchObject({ turns: 3, submits: 0 })
    })

    test('a python program meets no shell, and its quotes must close', async () => {
      const { texts } = await run([
        `python3 -c 'import sys; print(sys.argv)' $HOME | cat`,
        `python3 -c 'print("it's")'`,
        'python -c "print(1)"',
      ])
      expect(texts[0]).toBe("['-c', '$HOME', '|', 'cat']\n")
      expect(texts[1]).toBe('Malformed command')
      expect(texts[2]).toMatch(/exec: "python": executable file not found in \$PATH: unknown\r\n$/)
    })

    test('one byte that is no UTF-8 hides all output; a time-out hides it too', async () => {
      const { texts } = await run(['cat door', 'echo a; sleep 60', 'SKIP'], { challenge: 1, timeoutMs: 500 })
      expect(texts.slice(0, 2)).toEqual(['Malformed command', 'Command timed out'])
      expect(texts[2]).toContain('SKIP: command not found')
    })

    test('ten turns, and skip at once', async () => {
      const { outcome } = await play({ mode: 'official', turns: 10 }, sandbox, Array(10).fill(':'))
      expect(outcome.metrics?.turns).toBe(10)
      expect((await run(['skip'])).texts).toEqual(['skipped'])
    })
  })

  needsData(() => {
    test('an archive whose listing is longer than what is kept is unpacked whole', async () => {
      const data = readData(sharedData)
      const count = 'find . -type f | wc -l'
      const { texts } = await play({ data, challenge: 38 }, sandbox, ['unzip big-zip-files.zip', count])
      expect(texts[0]).toMatch(/characters are left out here[\s\S]*it printed more than is kept here/)
      expect(Number.parseInt(texts[1] ?? '', 10)).toBe(8_733)
    })
  })
})
