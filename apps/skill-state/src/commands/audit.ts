import { Audit, auditMarkdown, Coverage, coverageMarkdown, parseFields } from '@skill-state/audit'
import type { JsonValue } from '@skill-state/protocol'
import { episodesOf } from '../episodes-of.ts'
import { auditOptions, type RecordingFlags, readText } from '../recording-options.ts'
import { UsageError } from '../usage-error.ts'

export interface AuditFlags extends RecordingFlags {
  readonly fields?: string
  readonly json?: boolean
}

/** Audits recordings and prints the report. */
export async function auditCommand(files: readonly string[], flags: AuditFlags): Promise<number> {
  const options = auditOptions(flags)
  const audit = new Audit(options)
  const coverage =
    flags.fields === undefined ? undefined : new Coverage(parseFields(readFields(flags.fields)), options)
  for await (const episode of episodesOf(files)) {
    audit.add(episode)
    coverage?.add(episode)
  }
  const document = audit.document()
  const fields = coverage?.figures()
  const section = fields === undefined ? '' : `\n${coverageMarkdown(fields)}`
  process.stdout.write(
    flags.json ? `${JSON.stringify({ ...document, fields })}\n` : `${auditMarkdown(document)}${section}`,
  )
  return 0
}

function readFields(file: string): JsonValue {
  const text = readText('--fields', file)
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw new UsageError(`--fields: ${file} is not JSON`)
  }
}
