import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { needsSandbox } from '@skill-state/sandbox/vitest'
import { expect, test } from 'vitest'
import { emptyFolder, path } from '../test/skill-state.ts'

/** A task of two moves: the second uses what the first one's output shows. */
const TASKS = `import { readFileSync } from 'node:fs'
export const skillTasks = [{
  skill: 'somebody/skills/tides',
  task: 'Write the tide of Wick into tide.txt.',
  files: {},
  moves: [
    ({ skill, find }) => 'bash ' + skill + '/' + find(/scripts\\/tide\\.sh/) + ' ' + find(/tide of (\\w+)/),
    ({ observation, find }) => 'echo ' + observation.trim() + ' > ' + find(/into (\\S+)\\./),
  ],
  read: (folder) => readFileSync(folder + '/tide.txt', 'utf8'),
  expected: [EXPECTED],
}]
`

async function prove(
  expected: string,
  kills: number,
): Promise<{ readonly stdout: string; readonly code: number }> {
  const folder = emptyFolder()
  const skill = join(folder, 'somebody/skills/tides')
  mkdirSync(join(skill, 'scripts'), { recursive: true })
  chmodSync(folder, 0o755)
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: tides\ndescription: Tides. Use it.\n---\n\nRun scripts/tide.sh.\n',
  )
  writeFileSync(join(skill, 'scripts/tide.sh'), 'echo "$1: 3.$((1 + 1)) m"\n')
  const tasks = join(folder, 'tasks.mjs')
  writeFileSync(tasks, TASKS.replace('EXPECTED', JSON.stringify(expected)))
  const options = ['--kills', String(kills), '--tasks', pathToFileURL(tasks).href]
  const args = ['--conditions=@skill-state/source', path('../scripts/prove-skills.ts'), folder, ...options]
  return await promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { readonly stdout: string; readonly code: number }) => ({ stdout, code }),
  )
}

await needsSandbox(() => {
  test('a task that is killed and resumed gives the result of one that is not', async () => {
    const { stdout, code } = await prove('Wick: 3.2 m', 2)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^tides: right \(.* 2 kills\)\n$/)])
  })

  test('a result without what is expected is a fault', async () => {
    const { stdout, code } = await prove('Wick: 4.1 m', 2)
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^tides: the result has no Wick: 4\.1 m: Wick: 3\.2 m\n \(.* 0 kills\)\n$/),
    ])
  })
})
