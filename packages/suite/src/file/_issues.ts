import type { z } from 'zod'
import { nearest } from '../nearest.ts'
import type { Locate, Path } from './_positions.ts'

type Issue = z.core.$ZodIssue

/** One line for each mistake: where it is, what was expected, and for an unknown key which one may have been meant. */
export function issueLines(
  issues: readonly Issue[],
  locate: Locate,
  keysAt: (path: Path) => readonly string[],
  above: Path = [],
): string[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code === 'invalid_union') return unionLines(issue, locate, keysAt, path)
    if (issue.code !== 'unrecognized_keys') return [`${locate(path)}: ${messageOf(issue)}`]
    const known = keysAt(path)
    return issue.keys.map((key) => {
      const meant = nearest(key, known)
      const hint = meant === undefined ? `; known: ${known.join(', ')}` : `; did you mean ${meant}?`
      return `${locate(path, key)}: there is no such key${hint}`
    })
  })
}

/** Of alternatives the one that is of the value's own type tells what is wrong with it. */
function unionLines(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  locate: Locate,
  keysAt: (path: Path) => readonly string[],
  path: Path,
): string[] {
  const branch = issue.errors.find((errors) => !errors.some(isOtherType))
  if (branch !== undefined) return issueLines(branch, locate, keysAt, path)
  const types = issue.errors.flatMap((errors) =>
    errors.filter(isOtherType).map(({ expected }) => TYPES[expected] ?? expected),
  )
  return [`${locate(path)}: expected ${types.join(' or ')}`]
}

type InvalidType = Extract<Issue, { code: 'invalid_type' }>

function isOtherType(issue: Issue): issue is InvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'keys and values',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
}

function messageOf(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    const missing = issue.input === undefined ? 'is missing; ' : ''
    return `${missing}expected ${TYPES[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') return `expected ${issue.values.map(String).join(' or ')}`
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1)
}
