import type { RunCopy } from '@skill-state/postgres'

/** Whether a name on the command line is that of something in Postgres. What knows more of it is loaded only then. */
export function isAddress(name: string): boolean {
  return /^postgres(ql)?:\/\//i.test(name)
}

export interface ReadRuns {
  /** The folder of a run by the name that was typed: the folder itself, or a copy of the run in a database. */
  readonly folder: (name: string) => string
  /** A text as a person should read it: with the address in the place of the copy's folder, without its password. */
  readonly shown: (text: string) => string
  /** Rejects when a copy can no longer follow its run; never resolves. */
  readonly broken: Promise<never>
}

/**
 * Lets a command read runs by the names of their folders, or by their addresses in a database, as
 * `postgres://host/database/suite`: of those it reads copies, which are removed afterwards and follow what workers record if
 * `isLive` is set. Errors name the address.
 */
export async function withRuns<T>(
  names: readonly (string | undefined)[],
  use: (runs: ReadRuns) => T | Promise<T>,
  { isLive = false }: { readonly isLive?: boolean } = {},
): Promise<T> {
  const copies = new Map<string, RunCopy>()
  const shown = (text: string): string =>
    [...copies.values()].reduce((all, { path, name }) => all.replaceAll(path, name), text)
  try {
    for (const name of names) {
      if (name === undefined || !isAddress(name) || copies.has(name)) continue
      const { openRunCopy } = await import('@skill-state/postgres')
      const { say } = await import('./print.ts')
      copies.set(name, await openRunCopy(name, { isLive, onLine: (line) => say(`bench: ${line}\n`) }))
    }
    const broken = Promise.race([...copies.values()].map((copy) => copy.broken))
    broken.catch(() => {}) // a command may end before it listens, for example if its port is taken
    return await use({ folder: (name) => copies.get(name)?.path ?? name, shown, broken })
  } catch (error) {
    if (error instanceof Error) error.message = shown(error.message)
    throw error
  } finally {
    for (const copy of copies.values()) await copy[Symbol.asyncDispose]()
  }
}
