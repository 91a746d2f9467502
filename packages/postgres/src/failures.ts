import { NotRecorded } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'

/** What the server or the network gave as the reason, if it gave one. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

/** Whether the database may come back by itself: it restarts, has no connection left, or the network is down. */
export function isAway(error: unknown): boolean {
  if (error instanceof SkillStateError) return error.cause !== undefined && isAway(error.cause)
  const code = codeOf(error)
  if (code === undefined)
    return error instanceof Error && /terminated|timeout exceeded|Connection ended/i.test(error.message)
  return NETWORK.has(code) || /^(08...|57P0[123]|53300|25P03|40001|40P01)$/.test(code)
}

/** One line for what a person can do something about; undefined for what is a mistake of ours. */
export function adviceFor(error: unknown): string | undefined {
  const code = codeOf(error)
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there; check host and port, and that the server runs'
    case 'ENOTFOUND':
      return 'there is no such host; check the address'
    case '28P01':
    case '28000':
      return 'the server refuses user or password; check them in the address'
    case '3D000':
      return 'there is no such database; create it, or name another one'
    case '42501':
      return 'the user may not do that; grant it CREATE on the database, or name another user'
    case '53100':
      return "the server's disk is full; free space there, and run the same command again"
  }
  return isAway(error) ? 'the server is away; try again later' : undefined
}

/** The error as a person should meet it: one line that names the database, without its password. */
export function explained(place: string, error: unknown): unknown {
  if (error instanceof SkillStateError) return error
  const advice = adviceFor(error)
  if (advice === undefined) return error
  const said = error instanceof AggregateError ? (error.errors[0] as Error).message : (error as Error).message
  return new SkillStateError('invalid-option', `${place}: ${said}; ${advice}`, { cause: error })
}

/** The error as one that ends the run and not an episode: the database is nothing that an episode could answer for. */
export function notCounted(place: string, error: unknown): unknown {
  if (!(error instanceof Error) || codeOf(error) === undefined) return error
  const found = explained(place, error)
  return new NotRecorded(place, found instanceof Error ? found.message : error.message, { cause: error })
}
