import { invalidOption } from '@skill-state/protocol'

export const isDatabase = (place: string): boolean => /^postgres(ql)?:/.test(place)

interface DatabaseSessions {
  readonly sessions: ReturnType<typeof import('@skill-state/postgres/sessions').postgresSessions>
  /** The address without its password. */
  readonly place: string
  readonly close: () => Promise<void>
}

/** Connects to a database with the sessions of agents. The caller closes it. */
export async function openSessions(address: string, reader = false): Promise<DatabaseSessions> {
  const { openDatabase, postgresSessions } = await import('@skill-state/postgres/sessions').catch(() => {
    throw invalidOption('install @skill-state/postgres to use sessions in a database')
  })
  const database = await openDatabase(address, { reader })
  const close = async (): Promise<void> => await database[Symbol.asyncDispose]()
  return { sessions: postgresSessions(database), place: database.place, close }
}
