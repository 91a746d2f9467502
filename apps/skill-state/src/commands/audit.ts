import { readFileSync } from 'node:fs'
import { Audit, auditMarkdown, policyOf, readRecordings } from '@skill-state/audit'
import { printable } from '../printable.ts'
import { UsageError } from '../usage-error.ts'

/** Options of `skill-state audit`, as typed. */
export interface AuditFlags {
  readonly prompt?: string
  readonly stateTools?: string
  readonly writeTools?: string
  readonly policy: readonly string[]
  readonly json?: boolean
}

/** Audits recordings and prints the report. Problems of recordings go to the error stream, one line each. */
export async function auditCommand(files: readonly string[], flags: AuditFlags): Promise<number> {
  const audit = new Audit({
    prompt: flags.prompt === undefined ? undefined : readText('--prompt', flags.prompt),
    stateTools: namesOf(flags.stateTools),
    writeTools: namesOf(flags.writeTools),
    policies: flags.policy.length === 0 ? undefined : flags.policy.map(policyOf),
  })
  let episodes = 0
  for await (const recording of readRecordings(files)) {
    if (recording.kind === 'episode') {
      episodes++
      audit.add(recording.episode)
    } else
      process.stderr.write(`skill-state: ${printable(`${recording.place}: ${recording.message}`, 300)}\n`)
  }
  if (episodes === 0) throw new UsageError('no recording could be read; see skill-state audit --help')
  const document = audit.document()
  process.stdout.write(flags.json ? `${JSON.stringify(document)}\n` : auditMarkdown(document))
  return 0
}

/** The names of a list such as `a,b`. */
function namesOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((name) => name.trim())
}

function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`${option}: cannot read the file ${file}`)
  }
}
