import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { defaultLimits, type Limits, type OpenOptions, type SandboxFile } from './sandbox.ts'

const systemFolders = new Set(['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'etc', 'proc', 'dev'])

/** Bubblewrap takes 9,000 words, of which a file needs five. */
const MAX_READ_ONLY = 1_500

/** The limits in force. @throws SkillStateError `invalid-option` for a bad folder, path or limit. */
export function settleOptions(options: OpenOptions): Limits {
  const limits = { ...defaultLimits, ...options.limits }
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1)
      reject(`limits.${name} is ${value}: give a positive integer`)
  }
  checkFolder(options.folder)
  if (options.host !== undefined) checkHost(options.host)
  if (options.readOnly !== undefined) {
    const { folder, files } = options.readOnly
    checkFolder(folder)
    if (files.length > MAX_READ_ONLY)
      reject(`readOnly.files are ${files.length}: give at most ${MAX_READ_ONLY}`)
    checkPaths(files)
  }
  for (const { from, to } of options.mounts ?? []) {
    checkHost(from)
    if (to !== NODE_PACKAGES) checkFolder(to)
  }
  checkFiles(options.files, limits.folderBytes)
  return limits
}

/** The system's own packages of Node, npm among them. A session shows them only if it is asked to. */
const NODE_PACKAGES = '/usr/lib/node_modules'

function checkFolder(folder: string): void {
  const [, first = ''] = folder.split('/')
  const plain = posix.isAbsolute(folder) && posix.normalize(folder) === folder && !folder.includes('\0')
  if (!plain || first === '' || folder.endsWith('/') || systemFolders.has(first)) {
    reject(
      `folder is ${JSON.stringify(folder)}: give an absolute path such as /ctf/7, outside the system's folders`,
    )
  }
}

function checkFiles(files: readonly SandboxFile[], room: number): void {
  checkPaths(files.map(({ path }) => path))
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > room) reject(`the files have ${bytes} bytes, limits.folderBytes is ${room}: raise it`)
}

function checkPaths(paths: readonly string[]): void {
  const bad = paths.find((path) => !isInside(path))
  if (bad === undefined) return
  reject(`file path ${JSON.stringify(bad)}: give a path relative to the folder, without . or ..`)
}

function checkHost(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    reject(`there is no folder ${path}: name another`)
}

function isInside(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function reject(message: string): never {
  throw invalidOption(message)
}
