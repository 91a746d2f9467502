import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { counted, emptyFolder, example, path, server, skillState, someFiles } from '../test/skill-state.ts'

const INVENTORY =
  '# Inventory\n\n- f0.txt: Text number 0.\n- f1.txt: Text number 1.\n- f2.txt: Text number 2.\n'

interface Place {
  readonly folder: string
  readonly journal: string
  readonly log: string
  /** The command, but for what is tried. */
  readonly args: readonly string[]
}

function place(files = 3, delayMs = 0): Place {
  const folder = someFiles(files)
  const aside = emptyFolder()
  const log = join(aside, 'calls.jsonl')
  const journal = join(aside, 'run.journal')
  const args = [
    ...['run', example, '--model', path('inventory-model.ts'), '--journal', journal],
    ...['--mcp', counted(log, server('filesystem', folder), delayMs)],
    ...['--task', `Take the inventory of ${folder}`, '--approve', 'none'],
  ]
  return { folder, journal, log, args }
}

/** The calls that reached the server, in their order. */
function calls({ log }: Place): readonly string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

const inventory = ({ folder }: Place): string => readFileSync(join(folder, 'inventory/INVENTORY.md'), 'utf8')

describe('a run', () => {
  test('does what the skill says, prints each step, and gives answer and state', async () => {
    const here = place()
    const prompts = join(emptyFolder(), 'prompts')
    const { code, stdout, stderr } = await skillStateHere(here.args, { PROMPTS: prompts })
    expect([code, inventory(here)]).toEqual([0, INVENTORY])
    expect(stdout.startsWith('3 files\n\n{\n')).toBe(true)
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      stage: 'written',
      files: { 'f1.txt': { status: 'read', about: 'Text number 1.' } },
    })
    expect(stderr).toMatch(/^ {3}1 {2}create_directory \{.*\} → Successfully created/m)
    expect(stderr).toMatch(/^ {6}Σ ⊕ \{"files":\{"f0.txt":\{"status":"seen"\}/m)
    expect(calls(here)).toHaveLength(6)

    const bound = Number(/prompt of at most (\d+) characters/.exec(stderr)?.[1])
    const longest = Math.max(...readFileSync(prompts, 'utf8').trim().split('\n').map(Number))
    expect(longest).toBeGreaterThan(1_000)
    expect(longest).toBeLessThanOrEqual(bound)
  })

  test('stops after --max-steps, and the same command with a higher one resumes', async () => {
    const here = place()
    const first = await skillStateHere([...here.args, '--max-steps', '3'])
    expect([first.code, calls(here).length]).toEqual([1, 3])
    expect(first.stderr).toMatch(
      /not finished: 3 steps are taken; the same command with a higher --max-steps resumes\n3 steps, 300 tokens in, 0.01 USD, \d+ s\n$/,
    )
    const second = await skillStateHere(here.args)
    expect([second.code, inventory(here), new Set(calls(here)).size]).toEqual([0, INVENTORY, 6])
    expect(second.stderr).toContain('going on after step 3')
    const third = await skillStateHere([...here.args, '--max-steps', '3'])
    expect([third.code, third.stdout, calls(here).length]).toEqual([0, second.stdout, 6])
  })

  test('starts no call that could pass a limit, and the same command continues with a higher one', async () => {
    const here = place()
    const tokens = await skillStateHere([...here.args, '--max-tokens', '300'])
    expect([tokens.code, calls(here).length]).toEqual([1, 0])
    expect(tokens.stderr).toMatch(
      /not finished: --max-tokens: 0 tokens of the run's 300 tokens are spent, and the next call could use \d+ tokens; the same/,
    )
    const [, most = ''] = /the next call could use (\d+) tokens/.exec(tokens.stderr) ?? []
    const some = await skillStateHere([...here.args, '--max-tokens', `${Number(most) + 300}`])
    expect([some.code, calls(here).length]).toEqual([1, 3])
    expect((await skillStateHere([...here.args, '--max-tokens', '100000'])).code).toBe(0)
  })

  test('spends no more dollars than it may', async () => {
    const here = place()
    const { code, stderr } = await skillStateHere([...here.args, '--max-cost', '0.1'])
    expect([code, calls(here).length]).toEqual([1, 0])
    expect(stderr).toMatch(
      /--max-cost: 0\.0000 USD of the run's 0\.1000 USD are spent, and the next call could use 0\.\d+ USD/,
    )
    expect((await skillStateHere([...here.args, '--max-cost', '9.5'])).code).toBe(0)
  })

  test('ends after the step under way at Ctrl-C, and continues from there', async () => {
    const here = place(3, 500)
    let sent = false
    const first = await skillState(here.args, {
      onError: (stderr, child) => {
        if (sent || !stderr.includes('   1  create_directory')) return
        sent = true
        child.kill('SIGINT')
      },
    })
    expect([first.code, first.stderr]).toEqual([130, expect.stringContaining('interrupted after step 2')])
    expect(calls(here)).toHaveLength(2)
    expect([(await skillStateHere(here.args)).code, calls(here).length]).toEqual([0, 6])
  })

  test('rejects a journal of another task, unless it is told that this is meant', async () => {
    const here = place()
    await skillStateHere([...here.args, '--max-steps', '1'])
    const other = [...here.args, '--task', `Please.\nTake the inventory of ${here.folder}`]
    const refused = await skillStateHere(other)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/began with other files of the skill or another task/),
    ])
    expect((await skillStateHere([...other, '--accept-changes'])).code).toBe(0)
  })
})

describe('a run that is killed', () => {
  /** Killed while its first call was on the way to the server. Returns the place, without the delay. */
  async function killedInCall(): Promise<Place> {
    const here = place(3, 60_000)
    const killed = await skillState(here.args, {
      onError: (stderr, child) => {
        if (!stderr.includes('folder-inventory')) return
        const timer = setInterval(() => {
          if (calls(here).length === 0) return
          clearInterval(timer)
          child.kill('SIGKILL')
        }, 20)
      },
    })
    expect([killed.code, calls(here).length]).toEqual([null, 1])
    return { ...here, args: here.args.map((word) => word.replace('DELAY_MS=60000', 'DELAY_MS=0')) }
  }

  test('in the middle of a call stops and says which, and repeats it when told to', async () => {
    const here = await killedInCall()
    const stopped = await skillStateHere(here.args)
    expect([stopped.code, calls(here).length]).toEqual([1, 1])
    expect(stopped.stderr).toMatch(
      /step 1 was cut off and may have been executed: create_directory \{.*--on-unknown repeat/,
    )
    expect(stopped.stderr).not.toContain('the same command')
    expect((await skillStateHere([...here.args, '--on-unknown', 'repeat'])).code).toBe(0)
    expect([calls(here).length, new Set(calls(here)).size, inventory(here)]).toEqual([7, 6, INVENTORY])
  })

  test('in the middle of a call tells the model when told to, which calls something else', async () => {
    const here = await killedInCall()
    const told = await skillStateHere([...here.args, '--on-unknown', 'tell', '--max-steps', '2'])
    expect([told.code, calls(here).length, new Set(calls(here)).size]).toEqual([1, 2, 2])
    expect(told.stderr).toMatch(/^ {3}2 {2}list_directory/m)
  })

  test('again and again, finishes with every tool called once for each time that it was told to', async () => {
    const here = place(4, 120)
    let repeats = 0
    let unknown = false
    let kills = 0
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const before = calls(here).length
      const args: readonly string[] = unknown ? [...here.args, '--on-unknown', 'repeat'] : here.args
      const { code, stderr } = await (attempt < 6
        ? skillState(args, {
            onError: (text, child) => {
              // Some time after the first step of this process, mostly in the call of the second; each time another one.
              const steps = text.match(/^ +\d+ {2}/gm)?.length ?? 0
              if (steps >= 1) setTimeout(() => child.kill('SIGKILL'), (attempt * 34) % 170)
            },
          })
        : skillStateHere(args))
      if (unknown && code !== 2) repeats += 1
      if (code === 0) break
      if (code === null) kills += 1
      unknown = stderr.includes('was cut off and may have been executed')
      if (unknown) expect(calls(here).length).toBe(before)
    }
    expect(kills).toBeGreaterThan(2)
    const distinct = new Set(calls(here)).size
    expect(distinct).toBe(7)
    // The server calls those that only read so: they are repeated without being told to.
    const effects = calls(here).filter((call) => /write_file|create_directory/.test(call))
    expect(effects.length).toBeLessThanOrEqual(new Set(effects).size + repeats)
    expect(calls(here).length).toBeLessThanOrEqual(distinct + kills)
    expect(inventory(here).split('\n')).toHaveLength(7)
  }, 240_000)

  test('leaves no server behind', async () => {
    const here = place(3, 60_000)
    await skillState(here.args, {
      onError: (stderr, child) => {
        if (stderr.includes('folder-inventory')) setTimeout(() => child.kill('SIGKILL'), 300)
      },
    })
    const left = (): string => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    while (left().includes(here.folder)) await new Promise((resolve) => setTimeout(resolve, 100))
  })
})
