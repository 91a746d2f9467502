import { field } from '@skill-state/eval/options'
import { invalidOption, known } from '@skill-state/protocol'
import { findRecord } from '@skill-state/suite'
import { print, say } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { isAddress } from '../with-runs.ts'

type Postgres = typeof import('@skill-state/postgres')

interface Asked {
  readonly suite: string
  readonly episode: string | undefined
  readonly limits: { readonly tokens?: number; readonly costUsd?: number }
}

type Control = (
  postgres: Postgres,
  database: import('@skill-state/postgres').Database,
  asked: Asked,
) => Promise<readonly string[]>

const controls: Readonly<Record<string, Control>> = {
  status: ({ describeSuites }, database, { suite }) => describeSuites(database, suite),
  async pause({ pauseSuite }, database, { suite }) {
    await pauseSuite(database, named(suite), true)
    return [`${suite} pauses after the steps under way; bench ctl … resume continues it`]
  },
  async resume({ pauseSuite }, database, { suite }) {
    await pauseSuite(database, named(suite), false)
    return [`${suite} continues`]
  },
  async cancel({ cancelSuite }, database, { suite }) {
    await cancelSuite(database, named(suite))
    return [`${suite} ends after the steps under way; bench run --queue resumes it`]
  },
  async limits({ limitSuite }, database, { suite, limits }) {
    if (Object.keys(limits).length === 0) throw invalidOption('limits: name --max-tokens, --max-cost or both')
    return [`${suite}: limits ${JSON.stringify(await limitSuite(database, named(suite), limits))}`]
  },
  async requeue({ requeueEpisode }, database, { suite, episode }) {
    if (episode === undefined) throw invalidOption('requeue: name an episode')
    return [`${await requeueEpisode(database, named(suite), episode)} is in the queue again`]
  },
  async restart({ restartWorkers }, database) {
    const tell = (line: string): void => say(`bench ctl: ${line}\n`)
    return [`${await restartWorkers(database, { onLine: tell })} workers were replaced`]
  },
}

/** `bench ctl`: shows and controls a suite that workers play. */
export async function ctlCommand(
  flags: Flags['ctl'],
  address: string,
  action = 'status',
  episode?: string,
): Promise<void> {
  const control = findRecord('action', controls, action)
  if (!isAddress(address)) {
    throw invalidOption(
      `${address}: ctl needs a queue, as postgres://user@host/db/suite; a run in a folder ends with Ctrl-C, and the same command resumes it`,
    )
  }
  const limits = known({ ...field.limitsIn(flags) })
  const postgres = await import('@skill-state/postgres')
  await using database = await postgres.openDatabase(address)
  const suite = postgres.parseAddress(address).run
  for (const line of await control(postgres, database, { suite, episode, limits })) print(`${line}\n`)
}

function named(suite: string): string {
  if (suite !== '') return suite
  throw invalidOption(
    'the address names no suite: add it after the database, as postgres://user@host/db/suite',
  )
}
