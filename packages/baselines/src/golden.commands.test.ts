import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'

const packages = join(import.meta.dirname, '../..')
/** The files of `baselines` are written by two scripts. */
const scripts = { memory: 'baselines', stateful: 'baselines', prompt: 'core' }

it.for(Object.entries(scripts))(
  '%s is what the script of %s gives today',
  ([name, owner], { expect, skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('python3')
    const script = join(packages, owner, 'scripts/golden.py')
    const fresh = execFileSync('python3', [script, name], { encoding: 'utf8' })
    const committed = readFileSync(join(packages, 'baselines/test/golden', `${name}.json`), 'utf8')
    expect(JSON.parse(committed)).toEqual(JSON.parse(fresh))
  },
)
