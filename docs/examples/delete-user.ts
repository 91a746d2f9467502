import type { ReadableSessionStore } from '@skill-state/agent'

/** Removes the sessions of a user: here `customer-7` and all that begin with `customer-7-`. */
export async function deleteUser(
  store: Pick<ReadableSessionStore, 'remove'>,
  sessions: readonly string[],
  user: string,
): Promise<readonly string[]> {
  const own = sessions.filter((id) => id === user || id.startsWith(`${user}-`))
  for (const id of own) await store.remove(id)
  return own
}
