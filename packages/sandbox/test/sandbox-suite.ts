import { expect, test } from 'vitest'
import type { ExecOptions, ExecResult, OpenOptions, Sandbox, Session } from '../src/sandbox.ts'

const folder = '/ctf/7'
const files = [
  { path: 'a.txt', content: Buffer.from('text of a') },
  { path: `deep/${'long'.repeat(50)}/b.sh`, content: Buffer.from('#!/bin/sh\necho ran b'), executable: true },
]

/** What every way to run commands keeps to. Needs bash and coreutils inside. */
export function testSandbox(sandbox: Sandbox): void {
  test('a session starts with its files, in their folders and with their modes', async () => {
    await using session = await open(sandbox)
    expect(await exec(session, 'cat a.txt; deep/long*/b.sh; find . -type f | wc -l')).toMatchObject({
      text: 'text of aran b\n2\n',
      exitCode: 0,
      truncated: false,
      timedOut: false,
    })
  })

  test('files last from command to command, the environment and the folder do not', async () => {
    await using session = await open(sandbox)
    await exec(session, 'echo kept > new; export LOST=1; cd deep')
    expect((await exec(session, 'cat new; echo "$LOST"; basename "$PWD"')).text).toBe('kept\n\n7\n')
    expect((await exec(session, 'basename "$PWD"', { cwd: `${folder}/deep` })).text).toBe('deep\n')
  })

  test.each([
    ['both outputs in their order', 'echo 1; echo 2 >&2; echo 3; exit 4', '1\n2\n3\n', 4],
    ['more than one line', 'echo 1\necho 2\n', '1\n2\n', 0],
    ['a signal as a shell reports it', 'echo 1; kill -9 $$', '1\n', 137],
    ['nothing on stdin', 'cat; read line || echo end', 'end\n', 0],
    ['no command', '', '', 0],
    ['a list without a shell', ['echo', '$HOME', 'a b', '', "'", '\n|'], `$HOME a b  ' \n|\n`, 0],
    ['bytes that are no text', `printf 'a\\0\\377b'`, 'a\0\ufffdb', 0],
    ['its folder in no need of quotes', 'mkdir "a b\'"; cd "a b\'"; basename "$PWD"', "a b'\n", 0],
  ])('gives %s', async (_, command, text, exitCode) => {
    await using session = await open(sandbox)
    expect(await exec(session, command)).toMatchObject({ text, exitCode, truncated: false, timedOut: false })
  })

  test.each([
    ['an unknown program', ['no-such-program', 'x'], {}, /no-such-program: (command )?not found/, 127],
    ['a folder that is not there', 'echo never', { cwd: `${folder}/none` }, /No such file/i, 126],
    ['a NUL byte', 'echo a\0b', {}, /NUL byte/, 126],
    ['a NUL byte in the folder', 'echo a', { cwd: '/\0' }, /NUL byte/, 126],
    ['a command longer than Linux takes', `: ${'x'.repeat(200_000)}`, {}, /too long/, 126],
  ])('answers %s by a message', async (_, command, options, message, exitCode) => {
    await using session = await open(sandbox)
    const outcome = await exec(session, command, options)
    expect(outcome.text).toMatch(message)
    expect(outcome.exitCode).toBe(exitCode)
    expect((await exec(session, 'echo usable')).text).toBe('usable\n')
  })

  test('keeps the first bytes of a long output and lets its command end', async () => {
    await using session = await open(sandbox, { limits: { keptBytes: 1000 } })
    const outcome = await exec(session, 'seq 200000; touch ended')
    expect(outcome).toMatchObject({ truncated: true, exitCode: 0 })
    expect(outcome.text).toHaveLength(1000)
    expect(outcome.text).toMatch(/^1\n2\n3\n/)
    expect((await exec(session, 'ls ended')).text).toBe('ended\n')
  })

  test('ends a command at its time limit, with its output so far', async () => {
    await using session = await open(sandbox)
    const outcome = await exec(session, 'echo begun; sleep 300', { timeoutMs: 400 })
    expect(outcome).toEqual({ text: 'begun\n', exitCode: null, truncated: false, timedOut: true })
    expect((await exec(session, 'echo usable')).text).toBe('usable\n')
  })

  test('knows itself by the name localhost, without a network', async () => {
    await using session = await open(sandbox)
    expect((await exec(session, 'getent hosts localhost')).text).toMatch(/^(127\.0\.0\.1|::1)\s+localhost/)
  })

  test('takes one command at a time, and none after its end', async () => {
    const session = await open(sandbox)
    const first = exec(session, 'sleep 0.2; echo first')
    await expect(exec(session, 'echo second')).rejects.toMatchObject({ code: 'environment-misuse' })
    expect((await first).text).toBe('first\n')
    await session.close()
    await session.close()
    expect(session.alive).toBe(false)
    await expect(exec(session, 'true')).rejects.toMatchObject({ code: 'environment-misuse' })
  })

  test('does not begin what is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(sandbox.open({ folder, files, signal })).rejects.toThrow('enough')
    await using session = await open(sandbox)
    await expect(exec(session, 'touch never', { signal })).rejects.toThrow('enough')
    expect((await exec(session, 'ls never')).exitCode).toBe(2)
  })
}

async function open(
  sandbox: Sandbox,
  options: Partial<OpenOptions> = {},
): Promise<Session & AsyncDisposable> {
  const session = await sandbox.open({ folder, files, ...options })
  return Object.assign(session, { [Symbol.asyncDispose]: () => session.close() })
}

async function exec(
  session: Session,
  command: string | readonly string[],
  options: Partial<ExecOptions> = {},
): Promise<Omit<ExecResult, 'output'> & { readonly text: string }> {
  const { output, ...rest } = await session.exec(command, { cwd: folder, timeoutMs: 20_000, ...options })
  return { ...rest, text: Buffer.from(output).toString() }
}
