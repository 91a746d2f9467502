import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bench, emptyFolder, fixture } from '../test/bench.ts'

/** A folder with files of these texts. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const module = (id: string): string => `import { oneStep } from ${JSON.stringify(oneStep)}
export default oneStep({ id: '${id}' })
`
const oneStep = pathToFileURL(fixture('benchmark')).href

const manifest = '{ "exports": "./a.mjs" }'

test('--env runs the suite of the package, the series that is named, or the usual one', async () => {
  const suite = 'name: own\nbenchmarks: [./]\nruntimes: [skill-state]\nmodels: [reference]\n'
  const cwd = folderOf({
    'with/package.json': manifest,
    'with/a.mjs': module('own@1'),
    'with/suite.yaml': suite,
    'without/package.json': manifest,
    'without/a.mjs': module('bare@1'),
  })
  const own = await bench('run --env ./with', { cwd })
  expect([own.code, own.stdout]).toEqual([0, expect.stringMatching(/\| skill-state +\| +1\.00/)])
  expect(own.stdout).toContain('bench replay runs/own')
  const twice = await bench('run --env ./with --seeds 2', { cwd })
  expect([twice.code, twice.stderr]).toEqual([
    2,
    'bench: --seeds: with/suite.yaml says that; change it there\n',
  ])
  const usual = await bench('run --env ./without --runtime skill-state', { cwd })
  expect([usual.code, usual.stdout]).toEqual([0, expect.stringContaining('bare@1: in the place of')])
  const named = await bench('run budget --env ./with --runtime skill-state', { cwd })
  expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('own@1: in the place of')])
  const replayed = await bench('replay runs/budget', { cwd })
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringContaining('every prompt and every figure'),
  ])
})
