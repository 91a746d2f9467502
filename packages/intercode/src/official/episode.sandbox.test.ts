import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { flag, type GameOptions, open, play } from '../../test/play.ts'

await needsSandbox((sandbox) => {
  const run = (actions: readonly string[], options: GameOptions = {}) =>
    play({ mode: 'official', ...options }, sandbox, actions)

  test('tells what the official environment tells and nothing else', async () => {
    const environment = open({ mode: 'official' }, sandbox)
    expect(await environment.reset({ seed: 1 })).toEqual({ text: 'No output', done: false })
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
