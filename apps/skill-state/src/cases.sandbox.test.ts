import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { beforeEach, expect, test } from 'vitest'
import { skillStateHere } from '../test/here.ts'
import { emptyFolder } from '../test/skill-state.ts'

/** Does what its prompt shows: runs the script that the skill names on the file of the task, and gives what it printed. */
const MODEL = `export default {
  id: 'reader',
  generate: async ({ prompt }) => {
    const [, file] = /^Add up (\\S+?)\\.$/m.exec(prompt) ?? []
    const [, script] = /scripts\\/(\\w+\\.sh)/.exec(prompt) ?? []
    const [, sum] = /Latest Observation: the sum is (\\d+)/.exec(prompt) ?? []
    const isMissing = /Latest Observation: there is no/.test(prompt)
    const action = sum !== undefined
      ? { finish: { ok: true, answer: 'It is ' + sum + '.', files: ['sum.txt'] } }
      : isMissing
        ? { finish: { ok: false, answer: 'The file is missing.', files: [] } }
        : { bash: { command: 'bash /skill/scripts/' + script + ' ' + file } }
    const patch = sum === undefined ? {} : { facts: { sum } }
    const text = '\`\`\`json\\n' + JSON.stringify({ state_patch: patch, action }) + '\\n\`\`\`'
    return { text, usage: { inputTokens: 10, outputTokens: 1 }, finishReason: 'stop' }
  },
}
`
const SCRIPT = `[ -e $1 ] || { echo there is no $1; exit; }
sum=0; while read n; do sum=$((sum + n)); done < $1
echo $sum > sum.txt; echo the sum is $sum
`

let skill = ''
let model = ''

function write(name: string, text: string): void {
  const file = join(skill, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  const around = emptyFolder()
  chmodSync(around, 0o755)
  skill = join(around, 'skills/sums')
  model = join(around, 'model.mjs')
  write('SKILL.md', '---\nname: sums\ndescription: Adds. Use for sums.\n---\n\nUse scripts/add.sh.\n')
  write('scripts/add.sh', SCRIPT)
  write('evals/files/numbers.txt', '19\n23\n')
  write('evals/expected/sum.txt', '42\n')
  write(
    'evals/evals.json',
    JSON.stringify({
      evals: [
        {
          id: 'adds',
          prompt: 'Add up numbers.txt.',
          files: ['evals/files/numbers.txt'],
          expected_files: { 'sum.txt': 'evals/expected/sum.txt' },
          checks: ['grep -qx 42 sum.txt', 'test "$ANSWER" = "It is 42."'],
        },
        { id: 'says-no', prompt: 'Add up nothing.txt.', expected_ok: false },
      ],
    }),
  )
  writeFileSync(model, MODEL)
})

await needsSandbox(() => {
  test('cases run with a model, are recorded, and are replayed without one', async () => {
    const junit = join(dirname(model), 'report.xml')
    const ran = await skillStateHere(['test', skill, '--model', model, '--repeat', '2', '--junit', junit])
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^adds, 1 of 2: passed, 2 steps, 20 tokens in, .*\nadds, 2 of 2: passed.*\nsays-no, 1 of 2: passed.*though nothing but its end is checked\nsays-no, 2 of 2: passed.*\n4 of 4 runs of cases passed\n$/,
      ),
      '',
    ])
    expect(readFileSync(junit, 'utf8')).toMatch(
      /tests="4" failures="0">\n {2}<testcase .*name="adds, 1 of 2" time=/,
    )
    expect(existsSync(join(skill, 'evals/recorded'))).toBe(false)

    const only = await skillStateHere(['test', skill, '--model', model, '--record', '--only', 'adds'])
    expect([only.code, only.stdout]).toEqual([0, expect.stringMatching(/^adds: passed.*\n1 of 1 runs/)])
    rmSync(model)
    const replayed = await skillStateHere(['test', skill, '--junit', junit])
    expect([replayed.code, replayed.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^adds: passed, 2 steps.*\nsays-no: not run, since it has no recorded steps.*\n1 of 1 runs/,
      ),
    ])
    expect(readFileSync(junit, 'utf8')).toMatch(/tests="2" failures="0" skipped="1">/)
  })

  test('a replay executes the commands anew, so it finds what a change of the skill broke', async () => {
    await skillStateHere(['test', skill, '--model', model, '--record'])
    write('scripts/add.sh', SCRIPT.replace('sum + n', 'sum - n'))
    const { code, stdout } = await skillStateHere(['test', skill])
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^adds: failed, 2 steps.*\n {2}sum\.txt is not equal to \S+evals\/expected\/sum\.txt\n {2}grep -qx 42 sum\.txt exits with 1\n {2}its journal and files are in (\S+)\nsays-no: passed.*\n1 of 2 runs/,
      ),
    ])
    const [, kept = ''] = /files are in (\S+)/.exec(stdout) ?? []
    expect(readFileSync(join(kept, 'run.journal.work/sum.txt'), 'utf8')).toBe('-42\n')
  })

  test('a file that is named at the end and is not there sends the recorded run on, which has no more steps', async () => {
    await skillStateHere(['test', skill, '--model', model, '--record'])
    write('scripts/add.sh', SCRIPT.replace('> sum.txt', '> other.txt'))
    const { stdout } = await skillStateHere(['test', skill, '--only', 'adds'])
    expect(stdout).toMatch(/^adds: failed\n {2}the 2 steps of \S+adds\.journal did not end the run\n/)
  })

  test('a recorded patch that the state rejects now is named with the reason', async () => {
    await skillStateHere(['test', skill, '--model', model, '--record', '--only', 'adds'])
    write('state.schema.json', '{"type":"object","properties":{},"additionalProperties":false}')
    write(
      'SKILL.md',
      '---\nname: sums\ndescription: Adds. Use it.\nmetadata:\n  skill-state: ./state.schema.json\n---\n\nAdd.\n',
    )
    const { code, stdout } = await skillStateHere(['test', skill, '--only', 'adds'])
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^adds: failed\n {2}no patch and action passed.*facts/),
    ])
  })
})

test.each<[string, RegExp, readonly string[]]>([
  ['a case that is not there', /--only: there is no case x/, ['--only', 'x']],
  ['an empty repetition', /--repeat: "0" is not/, ['--repeat', '0']],
  ['a model without a name', /--model: there is no file/, ['--model', './no-such.ts']],
])('rejects %s', async (_, reason, args) => {
  const { code, stderr } = await skillStateHere(['test', skill, ...args])
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)])
})
