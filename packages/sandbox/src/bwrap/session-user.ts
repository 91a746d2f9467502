import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface SessionUser {
  readonly id: number
  readonly release: () => void
}

/** Numbers that distributions give to nothing, the larger range first; a container may know the smaller alone. */
const ranges = [
  { from: 1_879_048_192, to: 2_147_352_576 },
  { from: 60_706, to: 61_184 },
] as const

/** Those of this process's sessions. */
const taken = new Set<number>()

/** Chooses a user whom nothing belongs to and whom no other session is. */
export function takeUser(): SessionUser {
  const known = readNumbers('/etc/passwd', /^[^:]*:[^:]*:(\d+):/gm)
  const { from, to } = ranges.find(isMapped) ?? ranges[1]
  let id = randomInt(from, to)
  while (known.has(id) || taken.has(id)) id = randomInt(from, to)
  taken.add(id)
  return { id, release: () => void taken.delete(id) }
}

/** Whether this process may become each user of a range: one in a user namespace knows only those that it maps. */
function isMapped({ from, to }: (typeof ranges)[number]): boolean {
  const map = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n')
  return map.some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
    return first <= from && to <= first + count
  })
}

function readNumbers(file: string, pattern: RegExp): ReadonlySet<number> {
  return new Set(Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, number]) => Number(number)))
}
