import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { needsData, sharedData } from '../../test/needs.ts'
import { flag, type GameOptions, open, play } from '../../test/play.ts'
import { readData } from '../data/read-data.ts'

await needsSandbox((sandbox) => {
  const run = (actions: readonly string[], options: GameOptions = {}) => play(options, sandbox, actions)

  test('tells the turns and the folder, until the end', async () => {
    const environment = open({ turns: 2 }, sandbox)
    try {
      expect(await environment.reset({ seed: 1 })).toEqual({
        text: 'You are in the folder of the task.\n(2 turns left; folder /ctf/0)',
        done: false,
      })
      const { text } = await environment.step('cd /tmp')
      expect(text).toBe('The folder is now /tmp.\n(1 turn left; folder /tmp)')
      expect(await environment.step('pwd')).toEqual({ text: '/tmp\n', done: true })
      await expect(environment.step('pwd')).rejects.toMatchObject({ code: 'environment-misuse' })
    } finally {
      await environment.close()
    }
  })

  test('a wrong flag continues, the right one in any case ends the episode with reward 1', async () => {
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

  test('cd is an action of its own, and only if it succeeds', async () => {
    const { texts } = await run([
      'mkdir "a b"',
      'cd a && ls',
      'cd "a b"',
      'pwd',
      'cd ../none',
      'cd',
      'cd $(echo noise >&2; echo /ctf/0)',
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
