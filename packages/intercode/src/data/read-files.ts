import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxFile } from '@skill-state/sandbox'
import { invalidData } from './parse.ts'

/**
 * The files of a folder of `task_assets` by path, without links and, as in the official image, folders named `solution`.
 * No folder: no files. Throws `invalid-data`.
 */
export async function readFiles(folder: string): Promise<readonly SandboxFile[]> {
  try {
    const paths = (await listFiles(folder, '')).sort()
    return await Promise.all(paths.map((path) => readAsset(folder, path)))
  } catch (error) {
    throw invalidData(`the assets in ${JSON.stringify(folder)} cannot be read`, error)
  }
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (folder === '' && isAbsent(error)) return []
    throw error
  })
  const nested = entries.map(async (entry): Promise<readonly string[]> => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'solution' ? [] : listFiles(root, path)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function readAsset(root: string, path: string): Promise<SandboxFile> {
  const file = join(root, path)
  const [content, { mode }] = await Promise.all([readFile(file), stat(file)])
  return { path, content, executable: (mode & 0o111) !== 0 || undefined }
}
