import { SkillStateError } from '@skill-state/protocol'

/** Where a database is, and which run in it is meant. */
export interface Address {
  /** Connection string of the database alone. */
  readonly database: string
  /** Name of a suite, or of one of its runs as `suite/label`; empty where none is named. */
  readonly run: string
}

/** Whether a name on the command line is that of something in Postgres. */
export function isAddress(name: string): boolean {
  return /^postgres(ql)?:\/\//i.test(name)
}

/** Reads `postgres://user@host/database/suite/label`. Throws `invalid-option` where no database is named. */
export function parseAddress(text: string): Address {
  const url = isAddress(text) ? URL.parse(text) : null
  if (url === null) {
    throw new SkillStateError('invalid-option', `"${text}" is not postgres://user@host/database`)
  }
  const [database = '', ...run] = url.pathname.split('/').slice(1)
  if (database === '') {
    throw new SkillStateError('invalid-option', `${hidden(url)} names no database: add it after a slash`)
  }
  url.pathname = `/${database}`
  return { database: url.href, run: run.map(decodeURIComponent).filter(Boolean).join('/') }
}

/** The address of a database as it may be shown: without its password. */
export function shown(database: string): string {
  const url = URL.parse(database)
  return url === null ? 'the database' : hidden(url)
}

function hidden(url: URL): string {
  const copy = new URL(url)
  copy.password = ''
  copy.search = ''
  return copy.href
}
