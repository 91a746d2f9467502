import type { CommandRecord } from '@skill-state/eval/command-line'
import type { Command } from 'commander'
import type { Flags } from './fields.ts'

/** Adds a command by its name. Each loads what it needs when it runs: a version or a help text needs nothing. */
export type Add = <T, A extends unknown[]>(name: string, record: CommandRecord<T, A>) => Command

interface Loaded<T, A extends unknown[]> extends Omit<CommandRecord<T, A>, 'options' | 'run'> {
  readonly load: () => Promise<CommandRecord<T, A>['run']>
}

/** Adds a command whose options are in `fields.ts`: its help loads them alone. */
export function addLoaded<N extends keyof Flags, A extends unknown[]>(
  add: Add,
  name: N,
  { load, ...record }: Loaded<Flags[N], A>,
): Command {
  return add<Flags[N], A>(name, {
    ...record,
    options: async () => (await import('./fields.ts')).fields[name],
    run: async (flags, ...given) => await (await load())(flags, ...given),
  })
}
