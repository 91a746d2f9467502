import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bench, type Command, emptyFolder, fixture } from '../test/bench.ts'

describe('bad input is rejected with one line and exit code 2, and nothing is written', () => {
  test.concurrent.for<[Command, RegExp]>([
    ['run scalling', /unknown experiment "scalling"; known: scaling/],
    ['run scalling', /; did you mean scaling\?$/m],
    ['run scaling --runtime promt', /; did you mean prompt\?$/m],
    ['run scaling --model refrence', /; did you mean reference\?$/m],
    ['run scaling --horizons 10', /Did you mean --horizon\?/],
    ['runn', /Did you mean run\?/],
    [
      'run tau-bench --set data',
      /--set: "data" is not of the form name\.option=value, such as tau-bench\.domain=retail/,
    ],
    ['run scaling --set tau-bench.data=own', /--set tau-bench: experiment scaling takes no such options/],
    [
      'run tau-bench --set tau-bench.domian=retail',
      /unknown option "tau-bench\.domian"; known: .*; did you mean tau-bench\.domain\?/,
    ],
    [
      'run tau-bench --set tau-bench.domain=hotel',
      /--set tau-bench\.domain: "hotel" is not one of retail, airline/,
    ],
    ['run intercode --set intercode.statuses=offlin', /"offlin" is not one of offline/],
    ['run intercode --set intercode.turns=0', /intercode\.turns: "0" is not a whole/],
    ['ctl runs/a pause', /ctl needs a queue, as postgres:\/\//],
    ['ctl postgres://h/d/s pawse', /unknown action "pawse".*did you mean pause\?/],
    ['ctl postgres://h/d/s limits --max-tokens 0', /--max-tokens: "0" is not/],
    ['run', /missing required argument 'experiment'; or name a package by --env/],
    ['run scaling --env . --benchmark warehouse', /--env: --benchmark says the same; leave one out/],
    ['runn', /unknown command 'runn'/],
    ['run scaling --horizons 10', /unknown option '--horizons'/],
    ['run scaling --benchmark wharehouse', /unknown benchmark "wharehouse"; known: delayed, .*warehouse/],
    ['run scaling --benchmark ./nowhere.ts', /nowhere.ts"; there is no such file/],
    [`run scaling --benchmark ${fixture('no-benchmark')}`, /exports no benchmark by default/],
    [
      'run scaling --runtime promt',
      /unknown runtime "promt"; known: .*llmlingua, .*prompt, .*skill-state.*; did you mean prompt\?/,
    ],
    ['run budget --runtime llmlingua:model.gguf', /needs the package "node-llama-cpp"/],
    ['run scaling --runtime skill-state,', /--runtime: "skill-state," is not a list: an entry is empty/],
    ['intercode solve absent --data own', /^bench: absent: there is no such file/],
    ['intercode replay . --data own', /^bench: \.: it is a folder, not a file/],
    [`intercode solve ${fixture('benchmark')} --data own`, /^bench: ".*benchmark\.ts", line 1 is not JSON/],
    ['tau-bench verify absent --data . --domain retail', /^bench: absent: there is no such file/],
    ['run scaling --runtime prompt,prompt', /names an entry twice/],
    [
      'run scaling --model gpt',
      /unknown model "gpt"; known: reference, .*faulty-reference, or provider:model, as openai:gpt-5-mini/,
    ],
    ['run scaling --model constructor', /unknown model "constructor"/],
    [`run scaling --benchmark ${fixture('no-player')}`, /has no player, which model reference needs/],
    [`run scaling --benchmark ${fixture('bad-schema')}`, /skill "one-step": its schema does not compile/],
    ['run scaling --horizon 0', /--horizon: "0" is not a whole number of at least 1/],
    ['run scaling --horizon ten', /--horizon: "ten" is not/],
    [['run', 'scaling', '--horizon', ''], /--horizon: "" is not/],
    ['run scaling --seeds 1.5', /--seeds: "1.5" is not/],
    ['run scaling --seeds 9007199254740991', /--seeds: 9007199254740991 is more than 1000000/],
    ['run scaling --seeds 4294967295', /--seeds: 4294967295/],
    ['run scaling --horizon 9007199254740991', /--horizon: 9007199254740991/],
    [['run', 'scaling', '--out', ''], /--out: "" names no folder/],
    [
      'run all --horizon 10',
      /^bench: experiment recovery-repository: a scenario needs a horizon of at least 20, not 10/,
    ],
    [
      'run faults --runtime skill-state,prompt',
      /model faulty-reference is not made for runtime prompt; its runtimes: skill-state, /,
    ],
    ['run scaling --limit=-1', /--limit: "-1" is not/],
    ['run scaling --concurrency 0', /--concurrency: "0" is not/],
    ['report nowhere', /nowhere is not a run folder/],
    ['replay nowhere', /nowhere is not a run folder/],
  ])('%s', async ([command, message], { expect: check }) => {
    const cwd = emptyFolder()
    const { code, stdout, stderr } = await bench(command, { cwd })
    check(stderr).toMatch(message)
    check(stderr).toMatch(/^bench: [^\n]+\n$/)
    check({ code, stdout, files: readdirSync(cwd) }).toEqual({ code: 2, stdout: '', files: [] })
  })

  test('an output folder with another run', async () => {
    const cwd = emptyFolder()
    await bench('run scaling --horizon 10 --seeds 1 --out a', { cwd })
    const before = readdirSync(cwd, { recursive: true })
    const { code, stderr } = await bench('run scaling --horizon 25 --seeds 1 --out a', { cwd })
    expect(stderr).toBe(
      'bench: a holds another run: its series.0.horizons.0 is 10, not 25; choose a new folder with --out, or remove this one\n',
    )
    expect([code, readdirSync(cwd, { recursive: true })]).toEqual([2, before])
  })

  test.for<[string, (cwd: string) => void, RegExp]>([
    ['is a file', (cwd) => writeFileSync(join(cwd, 'a'), ''), /^bench: a is a file, not a folder; choose/],
    [
      'holds the run of one experiment',
      (cwd) => {
        mkdirSync(join(cwd, 'a'))
        writeFileSync(join(cwd, 'a', 'run.json'), '{}')
      },
      /^bench: a holds the run of one experiment; choose/,
    ],
    [
      'holds other files',
      (cwd) => {
        mkdirSync(join(cwd, 'a'))
        writeFileSync(join(cwd, 'a', 'thesis.tex'), '')
      },
      /^bench: a holds thesis.tex, which is not one of the runs; choose/,
    ],
  ])('a folder for all experiments that %s', async ([_name, fill, message]) => {
    const cwd = emptyFolder()
    fill(cwd)
    const before = readdirSync(cwd, { recursive: true })
    const { code, stderr } = await bench('run all --out a', { cwd })
    expect([code, stderr.split('\n').length]).toEqual([2, 2])
    expect(stderr).toMatch(message)
    expect(readdirSync(cwd, { recursive: true })).toEqual(before)
  })

  test.for(['report', 'replay'])('%s of a file', async (command) => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'a'), '')
    const { code, stdout, stderr } = await bench(`${command} a`, { cwd })
    expect([code, stdout, stderr]).toEqual([2, '', 'bench: a is a file, not the folder of a run\n'])
  })

  test('an output folder with other files', async () => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'a'))
    writeFileSync(join(cwd, 'a', 'thesis.tex'), '')
    const { code, stderr } = await bench('run scaling --out a', { cwd })
    expect([code, stderr]).toEqual([
      2,
      'bench: a holds other files and no run; choose a new folder with --out\n',
    ])
  })
})

describe('help', () => {
  test.for(['--help', 'run --help', 'report --help', 'replay --help'])('%s', async (command) => {
    const { code, stdout, stderr } = await bench(command)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: bench /)
  })
  test('run --help fits a screen', async () => {
    const { stdout } = await bench('run --help')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(42)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
  })
  test('list names everything that can be named', async () => {
    const { code, stdout } = await bench('list')
    expect(code).toBe(0)
    for (const name of ['scaling', 'warehouse', 'prompt', 'skill-state', 'reference'])
      expect(stdout).toContain(name)
    const [experiments = ''] = stdout.split('\n\n')
    const titles = experiments
      .split('\n')
      .slice(1)
      .map((line) => /^ {2}\S+ {2,}/.exec(line)?.[0].length)
    expect(new Set(titles).size).toBe(1)
  })
  test('a dry run lists the episodes and writes nothing', async () => {
    const cwd = emptyFolder()
    const { code, stdout } = await bench('run scaling --limit 3 --dry-run', { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/3 episodes with model reference/)
    expect(readdirSync(cwd)).toEqual([])
  })
})
