import { writeFileSync } from 'node:fs'
import {
  Audit,
  type AuditDocument,
  auditMarkdown,
  Coverage,
  type CoverageFigures,
  compareMarkdown,
  coverageMarkdown,
} from '@skill-state/audit'
import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { parseFields } from '@skill-state/protocol/evidence'
import { auditOptions, episodesOf, readText } from '../episodes-of.ts'
import type { AuditFlags } from '../run/recordings/recording-options.ts'
import { auditedSessions, print } from './audit-sessions.ts'

export async function auditCommand(files: readonly string[], flags: AuditFlags): Promise<number> {
  if (await auditedSessions(files, flags)) return 0
  const options = auditOptions(flags)
  const audit = new Audit(options)
  const coverage =
    flags.fields === undefined ? undefined : new Coverage(parseFields(readFields(flags.fields)), options)
  for await (const episode of episodesOf(files)) {
    await audit.add(episode)
    coverage?.add(episode)
  }
  const document = audit.document()
  const details = audit.details()
  if (flags.html !== undefined) {
    // Plots are loaded when a page is written.
    const { auditHtml } = await import('@skill-state/audit/html')
    writeFileSync(flags.html, auditHtml(document, details))
  }
  const fields = coverage?.figures()
  if (flags.compare !== undefined) {
    const other = new Audit(options)
    for await (const episode of episodesOf([flags.compare])) await other.add(episode)
    await print(compareMarkdown(document, other.document()))
  } else if (flags.json) for (const piece of jsonOf(document, fields)) await print(piece)
  else {
    await print(auditMarkdown(document, details))
    if (fields !== undefined) await print(`\n${coverageMarkdown(fields)}`)
  }
  return 0
}

/** The figures as JSON in pieces, an episode at a time: a text of all of them would be as long as the run is. */
function* jsonOf(
  { perEpisode, ...document }: AuditDocument,
  fields: CoverageFigures | undefined,
): Generator<string> {
  yield `${JSON.stringify({ ...document, fields }).slice(0, -1)},"perEpisode":[`
  for (const [at, episode] of perEpisode.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(episode)}`
  yield ']}\n'
}

function readFields(file: string): JsonValue {
  const text = readText('--fields', file)
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw invalidOption(`--fields: ${file} is not JSON`)
  }
}
