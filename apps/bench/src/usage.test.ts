import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bench, emptyFolder, fixture } from '../test/bench.ts'

describe('bad input is refused with one line and exit code 2, and nothing is written', () => {
  test.concurrent.for<[string, string[], RegExp]>([
    ['an unknown experiment', ['run', 'scalling'], /unknown experiment "scalling"; known: scaling/],
    [
      'a misspelt experiment, with the one that may be meant',
      ['run', 'scalling'],
      /; did you mean scaling\?$/m,
    ],
    ['a misspelt runtime', ['run', 'scaling', '--runtime', 'promt'], /; did you mean prompt\?$/m],
    ['a misspelt model', ['run', 'scaling', '--model', 'refrence'], /; did you mean reference\?$/m],
    ['a misspelt option', ['run', 'scaling', '--horizons', '10'], /Did you mean --horizon\?/],
    ['a misspelt command', ['runn'], /Did you mean run\?/],
    [
      'a setting without a value',
      ['run', 'tau-bench', '--set', 'data'],
      /--set: "data" is not of the form name\.option=value, such as tau-bench\.domain=retail/,
    ],
    [
      'a setting of another benchmark',
      ['run', 'scaling', '--set', 'tau-bench.data=own'],
      /--set tau-bench: experiment scaling takes no such options/,
    ],
    [
      'a misspelt setting',
      ['run', 'tau-bench', '--set', 'tau-bench.domian=retail'],
      /unknown option "tau-bench\.domian"; known: .*; did you mean tau-bench\.domain\?/,
    ],
    [
      'a setting of no such word',
      ['run', 'tau-bench', '--set', 'tau-bench.domain=hotel'],
      /--set tau-bench\.domain: "hotel" is not one of retail, airline/,
    ],
    [
      'an unknown status',
      ['run', 'intercode', '--set', 'intercode.statuses=offlin'],
      /"offlin" is not one of offline/,
    ],
    [
      'invalid turns',
      ['run', 'intercode', '--set', 'intercode.turns=0'],
      /intercode\.turns: "0" is not a whole/,
    ],
    ['a run in a folder', ['ctl', 'runs/a', 'pause'], /ctl needs a queue, as postgres:\/\//],
    [
      'a misspelt action',
      ['ctl', 'postgres://h/d/s', 'pawse'],
      /unknown action "pawse".*did you mean pause\?/,
    ],
    [
      'limits of none',
      ['ctl', 'postgres://h/d/s', 'limits', '--max-tokens', '0'],
      /--max-tokens: "0" is not/,
    ],
    ['no experiment', ['run'], /missing required argument 'experiment'; or name a package by --env/],
    [
      'a package and a benchmark',
      ['run', 'scaling', '--env', '.', '--benchmark', 'warehouse'],
      /--env: --benchmark says the same; leave one out/,
    ],
    ['an unknown command', ['runn'], /unknown command 'runn'/],
    ['an unknown option', ['run', 'scaling', '--horizons', '10'], /unknown option '--horizons'/],
    [
      'an unknown benchmark',
      ['run', 'scaling', '--benchmark', 'wharehouse'],
      /unknown benchmark "wharehouse"; known: delayed, .*warehouse/,
    ],
    [
      'a benchmark file that is not there',
      ['run', 'scaling', '--benchmark', './nowhere.ts'],
      /nowhere.ts"; there is no such file/,
    ],
    [
      'a file that is no benchmark',
      ['run', 'scaling', '--benchmark', fixture('no-benchmark')],
      /exports no benchmark by default/,
    ],
    [
      'an unknown runtime',
      ['run', 'scaling', '--runtime', 'promt'],
      /unknown runtime "promt"; known: .*llmlingua, .*prompt, .*skill-state.*; did you mean prompt\?/,
    ],
    [
      'a model file without the package that reads it',
      ['run', 'budget', '--runtime', 'llmlingua:model.gguf'],
      /needs the package "node-llama-cpp"/,
    ],
    [
      'a runtime without a name',
      ['run', 'scaling', '--runtime', 'skill-state,'],
      /--runtime: "skill-state," is not a list: an entry is empty/,
    ],
    [
      'solves that are not there',
      ['intercode', 'solve', 'absent', '--data', 'own'],
      /^bench: absent: there is no such file/,
    ],
    [
      'transcripts that are a folder',
      ['intercode', 'replay', '.', '--data', 'own'],
      /^bench: \.: it is a folder, not a file/,
    ],
    [
      'a file without a solve',
      ['intercode', 'solve', fixture('benchmark'), '--data', 'own'],
      /^bench: ".*benchmark\.ts", line 1 is not JSON/,
    ],
    [
      'records that are not there',
      ['tau-bench', 'verify', 'absent', '--data', '.', '--domain', 'retail'],
      /^bench: absent: there is no such file/,
    ],
    ['a runtime named twice', ['run', 'scaling', '--runtime', 'prompt,prompt'], /names an entry twice/],
    [
      'an unknown model',
      ['run', 'scaling', '--model', 'gpt'],
      /unknown model "gpt"; known: reference, .*faulty-reference, or provider:model, as openai:gpt-5-mini/,
    ],
    [
      'a name from the prototype',
      ['run', 'scaling', '--model', 'constructor'],
      /unknown model "constructor"/,
    ],
    [
      'a benchmark without a player',
      ['run', 'scaling', '--benchmark', fixture('no-player')],
      /has no player, which model reference needs/,
    ],
    [
      'a schema that does not compile',
      ['run', 'scaling', '--benchmark', fixture('bad-schema')],
      /skill "one-step": its schema does not compile/,
    ],
    [
      'a horizon of 0',
      ['run', 'scaling', '--horizon', '0'],
      /--horizon: "0" is not a whole number of at least 1/,
    ],
    ['a horizon of ten', ['run', 'scaling', '--horizon', 'ten'], /--horizon: "ten" is not/],
    ['no horizon', ['run', 'scaling', '--horizon', ''], /--horizon: "" is not/],
    ['a half seed', ['run', 'scaling', '--seeds', '1.5'], /--seeds: "1.5" is not/],
    [
      'more seeds than anybody could count',
      ['run', 'scaling', '--seeds', '9007199254740991'],
      /--seeds: 9007199254740991 is more than 1000000/,
    ],
    [
      'as many seeds as an array has places',
      ['run', 'scaling', '--seeds', '4294967295'],
      /--seeds: 4294967295/,
    ],
    [
      'a horizon without end',
      ['run', 'scaling', '--horizon', '9007199254740991'],
      /--horizon: 9007199254740991/,
    ],
    ['a folder without a name', ['run', 'scaling', '--out', ''], /--out: "" names no folder/],
    [
      'a horizon that one of all experiments cannot have',
      ['run', 'all', '--horizon', '10'],
      /^bench: experiment recovery-repository: a scenario needs a horizon of at least 20, not 10/,
    ],
    [
      'faults in replies that hold no patch',
      ['run', 'faults', '--runtime', 'skill-state,prompt'],
      /model faulty-reference is not made for runtime prompt; its runtimes: skill-state, /,
    ],
    ['a negative limit', ['run', 'scaling', '--limit=-1'], /--limit: "-1" is not/],
    ['no concurrency', ['run', 'scaling', '--concurrency', '0'], /--concurrency: "0" is not/],
    ['a report of nothing', ['report', 'nowhere'], /nowhere is no run folder/],
    ['a replay of nothing', ['replay', 'nowhere'], /nowhere is no run folder/],
  ])('%s', async ([_name, args, message], { expect: check }) => {
    const cwd = emptyFolder()
    const { code, stdout, stderr } = await bench(args, { cwd })
    check(stderr).toMatch(message)
    check(stderr).toMatch(/^bench: [^\n]+\n$/)
    check({ code, stdout, files: readdirSync(cwd) }).toEqual({ code: 2, stdout: '', files: [] })
  })

  test('an output folder with another run', async () => {
    const cwd = emptyFolder()
    await bench(['run', 'scaling', '--horizon', '10', '--seeds', '1', '--out', 'a'], { cwd })
    const before = readdirSync(cwd, { recursive: true })
    const { code, stderr } = await bench(
      ['run', 'scaling', '--horizon', '25', '--seeds', '1', '--out', 'a'],
      { cwd },
    )
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
    const { code, stderr } = await bench(['run', 'all', '--out', 'a'], { cwd })
    expect([code, stderr.split('\n').length]).toEqual([2, 2])
    expect(stderr).toMatch(message)
    expect(readdirSync(cwd, { recursive: true })).toEqual(before)
  })

  test.for([['report'], ['replay']])('%s of a file', async ([command = '']) => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'a'), '')
    const { code, stdout, stderr } = await bench([command, 'a'], { cwd })
    expect([code, stdout, stderr]).toEqual([2, '', 'bench: a is a file, not the folder of a run\n'])
  })

  test('an output folder with other files', async () => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'a'))
    writeFileSync(join(cwd, 'a', 'thesis.tex'), '')
    const { code, stderr } = await bench(['run', 'scaling', '--out', 'a'], { cwd })
    expect([code, stderr]).toEqual([
      2,
      'bench: a holds other files and no run; choose a new folder with --out\n',
    ])
  })
})

describe('help', () => {
  test.for([[['--help']], [['run', '--help']], [['report', '--help']], [['replay', '--help']]])(
    '%s',
    async ([args]) => {
      const { code, stdout, stderr } = await bench(args ?? [])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^Usage: bench /)
    },
  )
  test('run --help fits a screen', async () => {
    const { stdout } = await bench(['run', '--help'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
  })
  test('list names everything that can be named', async () => {
    const { code, stdout } = await bench(['list'])
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
    const { code, stdout } = await bench(['run', 'scaling', '--limit', '3', '--dry-run'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/3 episodes with model reference/)
    expect(readdirSync(cwd)).toEqual([])
  })
})
