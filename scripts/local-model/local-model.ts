// Installs a small language model and the engine that runs it, outside the workspace: TinyLlama 1.1B, 2-bit, a toy.
//
//   pnpm local-model [--dir DIR]
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_FOLDER, install, isInstalled, modelFile } from './_tinyllama.ts'

const { values } = parseArgs({ options: { dir: { type: 'string' } } })
const folder = values.dir === undefined ? DEFAULT_FOLDER : resolve(values.dir)

try {
  const isThere = await isInstalled(folder)
  if (!isThere) await install(folder)
  const path = modelFile(folder)
  const file = path.startsWith(process.cwd()) ? relative('.', path) : path
  process.stdout.write(
    `${isThere ? 'already there' : 'installed'}: ${file}\nto use it: pnpm bench run scaling --model local:${file}\n`,
  )
} catch (error) {
  process.stderr.write(`local-model: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
