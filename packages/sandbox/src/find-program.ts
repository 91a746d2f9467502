import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Where programs are found inside: those that packages of the system install. */
export const programFolders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'] as const

/** Of /usr, only what a distribution's packages fill. /usr/local, /usr/src and the like can hold anything. */
export const shownOfUsr: readonly string[] = [
  'bin',
  'sbin',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'libexec',
  'share',
  'include',
]

/** Where packages of Node can lie, and with them the tasks' answers. */
export const hidden: readonly string[] = [
  '/usr/lib/node_modules',
  '/usr/lib/nodejs',
  '/usr/share/nodejs',
  '/usr/share/node_modules',
]

/** Links into /usr on today's distributions, folders on older ones. */
export const shownFolders: readonly string[] = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** Where bubblewrap's sessions find a program of this machine; undefined if they are not shown one of the name. */
export function findProgram(name: string): string | undefined {
  return programFolders.map((folder) => join(folder, name)).find(isShown)
}

function isShown(path: string): boolean {
  try {
    const place = realpathSync(path)
    const isIn = (folder: string): boolean => place.startsWith(`${folder}/`)
    const shown = [...shownOfUsr.map((name) => `/usr/${name}`), ...shownFolders]
    return shown.some(isIn) && !hidden.some(isIn)
  } catch {
    return false
  }
}
