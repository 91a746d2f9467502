import { NotRecorded } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { LimitReached } from '@skill-state/protocol/meter'

/** What the server, the network or the driver said, with the code if one was given. */
interface Said {
  readonly code: string | undefined
  readonly message: string
}

function saidBy(error: unknown): Said | undefined {
  if (error instanceof AggregateError) return saidBy(error.errors[0]) // one for each address of a host
  if (!(error instanceof Error)) return undefined
  const { message } = error
  return { code: 'code' in error && typeof error.code === 'string' ? error.code : undefined, message }
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

/** SQLSTATE: connections, the server's stop and start, too many connections, and transactions that may be done again. */
const PASSING = /^(08(?!P01)...|57P0[1235]|53300|25P03|40001|40P01)$/

/** Whether the database may come back by itself: it restarts, has no connection left, or the network is down. */
export function isAway(error: unknown): boolean {
  if (error instanceof SkillStateError) return error.cause !== undefined && isAway(error.cause)
  const said = saidBy(error)
  if (said === undefined) return false
  const { code, message } = said
  if (code === undefined) return /terminated|timeout exceeded|Connection ended/i.test(message)
  return NETWORK.has(code) || isNoSocket(said) || PASSING.test(code)
}

/** A server that has not started has no socket in its folder yet. */
function isNoSocket({ code, message }: Said): boolean {
  return code === 'ENOENT' && message.startsWith('connect')
}

/** What a person can do, by `code message`, or `- message` if there is no code; the first that fits. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^(ECONNREFUSED|ENOENT connect)/, 'nothing listens there; check host and port, and that the server runs'],
  [/^ENOTFOUND/, 'there is no such host; check the address'],
  [/^EAI_AGAIN/, 'the name of the host cannot be looked up now; check it and the network'],
  [/^(EACCES|EPERM) connect/, 'this user may not connect there; check the address, and who may use it'],
  [
    /(does not support|establishing an) SSL/i,
    'turn SSL on in the server, or take sslmode out of the address',
  ],
  [
    /^[A-Z_]*(CERT|LEAF_SIGNATURE)/,
    'name the certificate of its authority in the address, as sslrootcert=FILE, and the host as the certificate has it',
  ],
  [
    /pg_hba\.conf/,
    "the server's pg_hba.conf rejects this user from this host; if it requires SSL, add ?sslmode=require to the address",
  ],
  [/client password must be/, 'the server asks for a password; put it into PGPASSWORD, or into the address'],
  [/^28/, 'the server rejects user or password; check them in the address'],
  [/^3D000|no such database/, 'there is no such database; create it, or name another one'],
  [
    /^42501 .*(schema|table|function|sequence|relation)/,
    "the user may not do that; name the user who owns the tables, or grant that user's role",
  ],
  [/^42501/, 'the user may not do that; grant it CREATE on the database, or name another user'],
  [/^25006/, 'the server takes no writes; name the primary server, and a user whose transactions may write'],
  [
    /^53300/,
    'the server has no connection left; start fewer workers, or raise max_connections or the limit of the user',
  ],
  [/^53100/, "the server's disk is full; free space there, and run the same command again"],
  [/^53/, 'the server lacks what it needs for that; look into its log'],
  [/^(08P01|26000|42P05)/, 'this is not an answer of Postgres; if there is a pooler, use its session mode'],
  [/^(42P01|3F000)/, 'its tables were removed or changed; end the workers, and run the same command again'],
  [/^57014/, 'the server ended the statement; raise statement_timeout of the user'],
  [/^(57P04|58|XX)/, 'the server cannot continue with this database; see its log'],
  [
    /ECONNRESET|terminated unexpectedly/,
    'the server has just gone, or it is no Postgres; check host and port',
  ],
]

/** One line for what a person can do something about; undefined for what is a mistake of ours. */
export function adviceFor(error: unknown): string | undefined {
  const said = saidBy(error)
  if (said === undefined) return undefined
  const text = `${said.code ?? '-'} ${said.message}`
  const found = ADVICE.find(([pattern]) => pattern.test(text))?.[1]
  return found ?? (isAway(error) ? 'the server is away; try again later' : undefined)
}

/** The error as a person should meet it: one line that names the database, without its password. */
export function explained(place: string, error: unknown): unknown {
  if (error instanceof SkillStateError) return error
  const advice = adviceFor(error)
  if (advice === undefined) return error
  const message = (saidBy(error)?.message ?? '').replaceAll(/\s*\n\s*/g, ' ')
  return new SkillStateError('database-unavailable', `${place}: ${message}; ${advice}`, { cause: error })
}

/** The error as one that ends the run and not an episode: the database is nothing that an episode could answer for. */
export function notCounted(place: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LimitReached || saidBy(error)?.code === undefined)
    return error
  const found = explained(place, error)
  return new NotRecorded(place, found instanceof Error ? found.message : error.message, { cause: error })
}
