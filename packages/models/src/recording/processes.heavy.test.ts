import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { SkillStateError } from '@skill-state/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createFolder } from '../../test/folder.ts'
import { scripted } from '../scripted.ts'
import { cached } from './cached.ts'
import { replay } from './replay.ts'

const url = (path: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href)

/** Asks for replies of a length, which say at both ends whose and which they are, and says when each is back. */
const program = `
  import { scripted } from ${url('../scripted.ts')}
  import { cached } from ${url('./cached.ts')}
  import { recording } from ${url('./recording.ts')}
  const [wrapper, folder, name, calls, length] = process.argv.slice(1)
  const reply = (_, call) => [name, call, '.'.repeat(Number(length)), name, call].join(' ')
  const model = scripted(reply, { id: 'm' })
  const recorder = wrapper === 'recording' && recording(model, folder)
  for (let call = 0; call < Number(calls); call += 1) {
    await (recorder || cached(model, folder, { salt: name + call })).generate({ prompt: 'p' })
    console.log(call)
  }
`

const whole = /^(\w+) (\d+) \.* \1 \2$/

function start(
  ...words: readonly [wrapper: 'recording' | 'cached', ...rest: readonly string[]]
): ChildProcess {
  const flags = ['--conditions=@skill-state/source', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, [...flags, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a process some time after its first response; gives the number of responses that it got back. */
async function kill(child: ChildProcess, delayMs: number): Promise<number> {
  let count = 0
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  lines.on('line', () => {
    count += 1
  })
  await once(lines, 'line')
  await wait(delayMs)
  child.kill('SIGKILL')
  await Promise.all([once(child, 'close'), once(lines, 'close')])
  return count
}

/** Whose and which reply each response in the folder is, in their order. */
async function recorded(folder: string): Promise<readonly string[]> {
  const model = replay(folder)
  const replies: string[] = []
  try {
    for (;;) {
      const { text } = await model.generate({ prompt: 'p' })
      expect(text).toMatch(whole)
      replies.push(text.replace(whole, '$1 $2'))
    }
  } catch (error) {
    if (error instanceof SkillStateError && error.code === 'unknown-request') return replies
    throw error
  }
}

const kills = [0, 3, 7, 12, 20]
const long = '1000000'

test('a recorder that is killed loses nothing that it gave, and leaves nothing torn', async () => {
  const folder = createFolder()
  for (const delayMs of kills) {
    const name = `after${delayMs}`
    const count = await kill(start('recording', folder, name, '10000', long), delayMs)
    const own = (await recorded(folder)).filter((reply) => reply.startsWith(`${name} `))
    expect(own.length).toBeGreaterThanOrEqual(count)
    expect(own).toEqual(own.map((_, call) => `${name} ${call}`))
  }
})

test('so does a cache', async () => {
  const folder = createFolder()
  for (const delayMs of kills) {
    const name = `after${delayMs}`
    const count = await kill(start('cached', folder, name, '10000', long), delayMs)
    for (let call = 0; call < count + 2; call += 1) {
      const other = cached(scripted([`${name} ${call}  ${name} ${call}`], { id: 'm' }), folder, {
        salt: name + call,
      })
      const { text, replayed } = await other.generate({ prompt: 'p' })
      expect(text.replace(whole, '$1 $2')).toBe(`${name} ${call}`)
      if (call < count) expect(replayed).toBe('cache')
    }
  }
})

test('processes that record at once lose nothing, and each keeps its order', async () => {
  const folder = createFolder()
  const names = ['one', 'two', 'three']
  const children = names.map((name) => start('recording', folder, name, '100', '10'))
  for (const child of children) child.stdout?.resume()
  const codes = await Promise.all(children.map((child) => once(child, 'close')))
  expect(codes).toEqual(names.map(() => [0, null]))
  const replies = await recorded(folder)
  expect(replies).toHaveLength(300)
  for (const name of names) {
    const own = replies.filter((reply) => reply.startsWith(`${name} `))
    expect(own).toEqual(Array.from({ length: 100 }, (_, call) => `${name} ${call}`))
  }
})
