import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where programs are found inside: those that packages of the system install. */
export const programFolders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'] as const

/** Where bubblewrap's sessions find a program of this machine; undefined if they have none of the name. */
export function findProgram(name: string): string | undefined {
  return programFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
