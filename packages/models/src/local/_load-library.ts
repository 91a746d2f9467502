import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { invalidOption, reasonOf } from '@skill-state/protocol'
import type { LlamaLibrary } from './_library.ts'

const NAME = 'node-llama-cpp'

/**
 * Imports node-llama-cpp, which is too large to be a dependency: from where this package is installed, else from the
 * working directory, else from beside the model's file, where `pnpm local-model` puts it. Throws `invalid-option`.
 */
export async function loadLibrary(file: string): Promise<LlamaLibrary> {
  const places = [import.meta.url, join(process.cwd(), 'any'), resolve(file)]
  const found = places.map(find).find((path) => path !== undefined)
  if (found === undefined) {
    const message = `a local model needs the package ${NAME}, which is not installed: run "npm i ${NAME}", or "pnpm local-model" in skill-state's repository`
    throw invalidOption(message)
  }
  try {
    return (await import(pathToFileURL(found).href)) as LlamaLibrary
  } catch (cause) {
    throw invalidOption(`${NAME} is installed, but cannot be loaded: ${firstLine(cause)}`, { cause })
  }
}

/** Where the package is, as seen from a file, which need not exist. */
function find(from: string): string | undefined {
  try {
    return createRequire(from).resolve(NAME)
  } catch {
    return undefined
  }
}

export function firstLine(error: unknown): string {
  const [line = ''] = reasonOf(error).split('\n')
  return line
}
