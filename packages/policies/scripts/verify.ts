/**
 * Compares the policies with vectors recorded from the real packages, message for message. Files and folders of JSON
 * lines, gzipped or not; the conversations are among them, or beside them in `conversations.jsonl.gz`.
 *
 *   pnpm policies:verify FILES
 */
import { agentChecks } from './_check-agent.ts'
import { langchainChecks, summaryPrompts } from './_check-langchain.ts'
import { memoryChecks } from './_check-memory.ts'
import { promptChecks } from './_check-prompts.ts'
import { isEqual } from './_outcome.ts'
import { type Conversations, conversationsOf, type Row, readRows } from './_vectors.ts'

type Tell = (line: string) => void

/** Differences that are written out for each policy. */
const SHOWN = 3

if (import.meta.main) {
  const paths = process.argv.slice(2)
  if (paths.length === 0) {
    process.stderr.write('usage: pnpm policies:verify FILES (vectors as JSON lines, or folders of them)\n')
    process.exitCode = 2
  } else if (!verify(paths, (line) => process.stdout.write(`${line}\n`))) process.exitCode = 1
}

/** Whether every row is equal. Tells the figures of each policy, and its first differences. */
export function verify(paths: readonly string[], tell: Tell): boolean {
  const rows = readRows(paths)
  return verifyRows(rows, conversationsOf(rows, paths), tell)
}

export function verifyRows(rows: readonly Row[], conversations: Conversations, tell: Tell): boolean {
  const checks = {
    ...langchainChecks(conversations),
    ...promptChecks(conversations),
    ...memoryChecks(conversations),
    ...agentChecks(conversations),
  }
  const byPolicy = Map.groupBy(
    rows.filter(({ policy }) => policy !== undefined),
    ({ policy = '' }) => policy,
  )
  let isGood = byPolicy.size > 0
  for (const [policy, its] of byPolicy) {
    const check = checks[policy]
    if (check === undefined) {
      tell(`${policy}: ${its.length} rows, not compared: this package has no such policy`)
      continue
    }
    const different = its.flatMap((row) => {
      const outcome = check(row)
      return isEqual(outcome) ? [] : [`  ${nameOf(row)}: ${differenceOf(outcome.found, outcome.recorded)}`]
    })
    tell(`${policy}: ${its.length - different.length} of ${its.length} rows equal`)
    for (const line of different.slice(0, SHOWN)) tell(line)
    if (different.length > 0) isGood = false
  }
  return comparePrompts(rows, conversations, tell) && isGood
}

/** Rows of exact prompts belong to the rows of summarisation, if these are among the files. */
function comparePrompts(rows: readonly Row[], conversations: Conversations, tell: Tell): boolean {
  const recorded = rows.filter(({ sha256, prompt }) => sha256 !== undefined && prompt !== undefined)
  if (recorded.length === 0) return true
  const found = summaryPrompts(rows, conversations)
  if (found.size === 0) {
    tell(`prompts of summarisers: ${recorded.length} rows, not compared: give the file of the vectors too`)
    return true
  }
  const equal = recorded.filter(({ sha256, prompt }) => found.get(sha256 ?? '') === prompt)
  tell(`prompts of summarisers: ${equal.length} of ${recorded.length} equal`)
  return equal.length === recorded.length
}

function nameOf({ conv, id, set, mapping }: Row): string {
  return [conv ?? id, set, mapping].filter((part) => part !== undefined).join(' ')
}

/** Both texts from a little before their first difference. */
function differenceOf(found: unknown, recorded: unknown): string {
  const [a, b] = [JSON.stringify(found) ?? '', JSON.stringify(recorded) ?? '']
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const from = Math.max(0, at - 60)
  return `found …${a.slice(from, at + 60)}… recorded …${b.slice(from, at + 60)}…`
}
