import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it.for(['dumps', 'skill-state'])(
  'the file of %s is what the script gives today',
  (name, { expect, skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('python3')
    const fresh = execFileSync('python3', [join(root, 'scripts/golden.py'), name], { encoding: 'utf8' })
    const committed = readFileSync(join(root, 'test/golden', `${name}.json`), 'utf8')
    expect(JSON.parse(committed)).toEqual(JSON.parse(fresh))
  },
)
