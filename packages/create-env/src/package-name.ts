import { basename, resolve } from 'node:path'
import { Refusal } from './refusal.ts'

/** Few enough that a task of the benchmark still names a file. */
const LONGEST = 60

/** The name of a package, of its benchmark and of its suite, which its folder gives. Throws `Refusal`. */
export function packageNameOf(directory: string): string {
  const name = basename(resolve(directory))
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= LONGEST) return name
  throw new Refusal(
    `"${name}" cannot be the name of the package: name the folder in small letters, digits and single hyphens, as my-env (at most ${LONGEST})`,
  )
}
