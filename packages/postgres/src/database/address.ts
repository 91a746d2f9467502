import { invalidOption } from '@skill-state/protocol'

/** Where a database is, and which run in it is meant. */
export interface Address {
  /** Connection string of the database alone. */
  readonly database: string
  /** Name of a suite, or of one of its runs as `suite/label`; empty if none is named. */
  readonly run: string
}

/** Reads `postgres://user@host/database/suite/label`. Throws `invalid-option` for an invalid address, or one without a database. */
export function parseAddress(text: string): Address {
  const isPostgres = /^postgres(ql)?:\/\//i.test(text)
  const url = isPostgres && !/%(?![\da-f]{2})/i.test(text) && !isCutShort(text) ? URL.parse(text) : null
  if (url === null) {
    throw invalidOption(
      `"${redacted(text)}" is not postgres://user@host/database; write / ? # @ % in a name or a password as %2F %3F %23 %40 %25`,
    )
  }
  const [database = '', ...run] = url.pathname.split('/').slice(1)
  if (database === '') throw invalidOption(`${redacted(text)} names no database: add it after a slash`)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw invalidOption(`${withoutPassword(text)}: there is no such sslmode; known: ${SSL_MODES.join(', ')}`)
  }
  url.pathname = `/${database}`
  return { database: url.href, run: run.map(decoded).filter(Boolean).join('/') }
}

/** What Postgres knows. The driver would take any other word for `verify-full`. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** The address of a database as it may be shown: without its password. */
export function withoutPassword(database: string): string {
  const url = URL.parse(database)
  if (url === null) return 'the database'
  url.password = ''
  url.search = ''
  url.hash = ''
  return url.href
}

/** Whether a `/`, `?` or `#` of the password was taken for the end of the host: then an `@` comes behind it. */
const isCutShort = (text: string): boolean => /^[^:]*:\/\/[^/?#]*[/?#].*@/s.test(text)

/** What cannot be read may hold a password anywhere before its last `@`, or among its parameters. */
const redacted = (text: string): string => text.replace(/\/\/.*@/s, '//…@').replace(/\?.*/s, '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // of bytes that are no UTF-8
  }
}
