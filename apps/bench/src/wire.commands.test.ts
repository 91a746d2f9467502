import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'

const program = fileURLToPath(new URL('../../../packages/suite/test/wire-program.mjs', import.meta.url))
const speaking = (mode: string): string => `"${process.execPath}" "${program}" ${mode}`

const run = (environment: string, runtimes: string, ...more: string[]): string[] => {
  const plan = ['--runtime', runtimes, '--horizon', '10', '--seeds', '1', '--out', 'run', ...more]
  return ['run', 'budget', '--environment', environment, ...plan]
}

test('programs of an environment and of a runtime run and report; a replay starts them only if it is told to', async () => {
  const cwd = emptyFolder()
  const agent = speaking('agent')
  const played = await bench(run(speaking('sound'), `skill-state,${agent}`), { cwd })
  expect([played.code, played.stderr.match(/terminated, score 1/g)?.length]).toEqual([0, 2])
  expect(played.stderr).not.toContain('breaks')
  const report = await bench('report run --format csv', { cwd })
  expect(report.stdout).toMatch(/^sound@1,,10,skill-state,reference,1,0,0,1,/m)
  expect(report.stdout).toMatch(/wire-program\.mjs"" agent",reference,1,0,0,1,/)
  const warned = await bench('replay run', { cwd })
  expect([warned.code, warned.stderr]).toEqual([
    2,
    expect.stringMatching(/^bench: ".* sound" is a command, which this does not start; .*\n$/),
  ])
  const replayed = await bench('replay run --commands', { cwd })
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringContaining('2 episodes, 2 steps replayed'),
  ])
})

test('an environment that dies fails its episode on one line, and the run names the rules that it breaks', async () => {
  const cwd = emptyFolder()
  const { code, stderr } = await bench(run(speaking('dies'), 'skill-state'), { cwd })
  const lines = stderr.split('\n').filter((line) => line.includes(': failed'))
  expect([code, lines]).toEqual([1, [expect.stringMatching(/it ended with 1: Node\.js v\S+$/)]])
  expect(stderr).toMatch(/^bench: dies@1 breaks \d+ of 15 rules of its contract$/m)
  expect(stderr).toMatch(/^bench: rule "answers every action with text": expected an answer/m)
  const trace = 'run/episodes/dies%401/t0010-s42~skill-state~reference.jsonl'
  const end: unknown = JSON.parse(readFileSync(join(cwd, trace), 'utf8').trimEnd().split('\n').at(-1) ?? '')
  expect(end).toMatchObject({ status: 'failed', error: { code: 'environment-failed' } })
  const again = await bench(run(speaking('dies'), 'skill-state'), { cwd })
  expect(again.stderr).not.toContain('rule')
})

test.each([
  ['of another version', speaking('version'), /not as the wire has it: wire: Invalid input: expected 1/],
  ['that does not exist', 'no-such-program x', /no-such-program x: it cannot be started: .*ENOENT/],
])('a program %s is rejected on one line before anything is written', async (_, command, message) => {
  const cwd = emptyFolder()
  const { code, stderr } = await bench(run(command, 'skill-state'), { cwd })
  expect([code, stderr.trimEnd().split('\n')]).toEqual([2, [expect.stringMatching(message)]])
})

test('the benchmark of the guide keeps all rules', async () => {
  const module = fileURLToPath(new URL('../../../docs/examples/own-benchmark.ts', import.meta.url))
  const { code, stderr } = await bench(run(module, 'skill-state'), { cwd: emptyFolder() })
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('rule')])
})

test('a benchmark that is served plays as it does here', async () => {
  const cwd = emptyFolder()
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const serve = `"${process.execPath}" --conditions=@skill-state/source "${main}" serve state-recall`
  const plan = ['--runtime', 'skill-state', '--horizon', '4', '--seeds', '1', '--out']
  const [served, own] = await Promise.all([
    bench(['run', 'budget', '--environment', serve, ...plan, 'run'], { cwd }),
    bench(['run', 'budget', '--benchmark', 'state-recall', ...plan, 'own'], { cwd }),
  ])
  expect([served.code, own.code, served.stderr]).toEqual([0, 0, expect.not.stringContaining('rule')])
  const traces = ['run', 'own'].map((folder) => {
    const file = `${folder}/episodes/state-recall%401/t0004-s42~skill-state~reference.jsonl`
    const lines = readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n')
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    return read.map(({ kind, promptHash, action, result, outcome }) => ({
      kind,
      promptHash,
      action,
      result,
      outcome,
    }))
  })
  expect(traces[0]).toEqual(traces[1])
})

const examples = fileURLToPath(new URL('../../../docs/examples/wire/', import.meta.url))
const python = ((): string | undefined => {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
})()

test.skipIf(python === undefined)('the Python programs of the guide run and replay', async () => {
  const cwd = emptyFolder()
  const [environment, agent] = ['my_env.py', 'my_agent.py'].map((file) => `${python} ${join(examples, file)}`)
  const played = await bench(run(environment ?? '', `skill-state,${agent}`), { cwd })
  expect([played.code, played.stderr.match(/terminated, score 1/g)?.length]).toEqual([0, 2])
  expect(played.stderr).not.toContain('rule')
  const replayed = await bench('replay run --commands', { cwd })
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringContaining('2 episodes, 8 steps replayed'),
  ])
  for (const file of ['my_env.py', 'my_agent.py'])
    expect(readFileSync(join(examples, file), 'utf8').split('\n').length).toBeLessThan(60)
})
