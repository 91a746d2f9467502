import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import {
  fileLine,
  Names,
  readSessions,
  SessionTotals,
  sessionJson,
  sessionSchema,
  sessionsMarkdown,
} from '@skill-state/audit/sessions'
import { invalidOption } from '@skill-state/protocol'
import { warn } from '../brief.ts'
import type { AuditFlags } from '../run/recordings/recording-options.ts'

/**
 * Audits the sessions of coding agents in the given files and folders, if they hold any. Each file is told in one line on
 * standard error.
 */
export async function auditedSessions(
  files: readonly string[],
  { redact = false, since, html, json, schema }: AuditFlags,
): Promise<boolean> {
  const names = new Names(redact)
  const totals = new SessionTotals(names)
  const problems: string[] = []
  let others = 0
  for await (const read of readSessions(files, { since: sinceOf(since) })) {
    if (read.kind === 'session') {
      if (json)
        await print(
          `${totals.size === 0 ? '{"sessions":[' : ','}${JSON.stringify(sessionJson(read.session, names))}`,
        )
      totals.add(read.session)
      warn(fileLine(read.session, names), 500)
    } else if (read.problem === undefined) others++
    else problems.push(`${names.file(read.file)}: ${read.problem}; skipped`)
  }
  if (totals.size === 0) return false
  for (const problem of problems) warn(problem, 500)
  if (others > 0) warn(`${others} other files hold no session of a known agent`)
  if (schema !== undefined) writeFileSync(schema, `${JSON.stringify(sessionSchema(totals), null, 2)}\n`)
  if (html !== undefined) {
    const { sessionsHtml } = await import('@skill-state/audit/html')
    writeFileSync(html, sessionsHtml(totals))
  }
  await print(json ? `],"summary":${JSON.stringify(totals.summary())}}\n` : sessionsMarkdown(totals))
  return true
}

export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** A date, or so many days before now. */
function sinceOf(since: string | undefined): string | undefined {
  if (since === undefined) return undefined
  const days = /^(\d{1,5})d$/.exec(since)?.[1]
  const time = days === undefined ? Date.parse(since) : Date.now() - Number(days) * 86_400_000
  if (Number.isNaN(time)) throw invalidOption(`--since: ${since} is no date; write 2026-01-31 or 7d`)
  return new Date(time).toISOString()
}
