import { readFileSync } from 'node:fs'

/** A file of a process, as `status`; empty once the process has ended. */
export function readOfProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
