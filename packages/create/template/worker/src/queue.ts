import { openSessionQueue } from '@skill-state/postgres/queue'
import { openDatabase } from '@skill-state/postgres/sessions'

/** The commands for sessions, in a Postgres database. Closing it lets the turns under way come to their end. */
export type Queue = Awaited<ReturnType<typeof openSessionQueue>>

/** Opens the queue of a database for as long as `use` needs it. */
export async function withQueue<T>(url: string, use: (queue: Queue) => Promise<T>): Promise<T> {
  await using database = await openDatabase(url)
  await using queue = await openSessionQueue(database, { onError: console.error })
  return await use(queue)
}

/** The address of the database. Ends the program if none is named. */
export function databaseUrl(): string {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL !== undefined) return DATABASE_URL
  console.error('DATABASE_URL is not set: name a Postgres database, as postgres://user:password@host/name')
  process.exit(2)
}
