import { SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { adviceFor, explained, isAway } from './failures.ts'

function failure(code: string | undefined, message: string): Error {
  return Object.assign(new Error(message), code !== undefined && { code })
}

test.for([
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', true, /^nothing listens there/],
  ['ENOENT', 'connect ENOENT /run/.s.PGSQL.5432', true, /^nothing listens there/],
  ['EACCES', 'connect EACCES /run/.s.PGSQL.5432', false, /^this user may not connect/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND no.host', false, /^there is no such host/],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db', true, /cannot be looked up now/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate', false, /sslrootcert=FILE/],
  ['28000', 'no pg_hba.conf entry for host "::1", no encryption', false, /sslmode=require/],
  ['28000', 'pg_hba.conf rejects connection for host "::1", no encryption', false, /sslmode=require/],
  ['28P01', 'password authentication failed for user "u"', false, /rejects user or password/],
  ['3D000', 'database "d" does not exist', false, /no such database/],
  ['08P01', 'no such database: d', false, /no such database/],
  ['08P01', 'unsupported startup parameter: x', false, /session mode/],
  ['26000', 'prepared statement "s" does not exist', false, /session mode/],
  ['42501', 'permission denied for database d', false, /grant it CREATE/],
  ['42501', 'permission denied for table runs', false, /who owns the tables/],
  ['25006', 'cannot execute INSERT in a read-only transaction', false, /name the primary server/],
  ['53100', 'could not extend file: No space left on device', false, /disk is full; free space/],
  ['53300', 'sorry, too many clients already', true, /start fewer workers/],
  ['57P01', 'terminating connection due to administrator command', true, /is away; try again later/],
  ['57P03', 'the database system is starting up', true, /is away; try again later/],
  ['57P04', 'database was dropped', false, /see its log/],
  ['42P01', 'relation "skill_state.runs" does not exist', false, /were removed or changed/],
  [undefined, 'timeout exceeded when trying to connect', true, /is away; try again later/],
] as const)('%s %s: away %s', ([code, message, away, advice]) => {
  const error = failure(code, message)
  expect(isAway(error)).toBe(away)
  expect(adviceFor(error)).toMatch(advice)
  const met = explained('there', error)
  expect(met).toMatchObject({ code: 'database-unavailable', cause: error })
  expect((met as Error).message).toBe(`there: ${message}; ${adviceFor(error)}`)
  expect(isAway(met)).toBe(away)
})

test.for([
  ['a file of this machine', failure('ENOENT', "ENOENT: no such file or directory, open '/x'")],
  ['a statement that is wrong', failure('42601', 'syntax error at or near "form"')],
  ['a mistake in the program', new TypeError('x is undefined')],
  ['what is said already', new SkillStateError('invalid-run', 'there is no run')],
] as const)('%s is left as it is', ([, error]) => {
  expect(explained('there', error)).toBe(error)
  expect(isAway(error)).toBe(false)
})

test('of the several addresses of a host, the first speaks', () => {
  const error = new AggregateError([failure('ECONNREFUSED', 'connect ECONNREFUSED ::1:1'), failure('X', 'x')])
  expect(isAway(error)).toBe(true)
  expect((explained('there', error) as Error).message).toMatch(
    /^there: connect ECONNREFUSED ::1:1; nothing listens/,
  )
})
