import { readFileSync } from 'node:fs'
import type { AuditOptions } from '@skill-state/audit'
import { policyOf } from '@skill-state/policies'
import { invalidOption } from '@skill-state/protocol'
import type { AuditFlags, RecordingFlags } from './recording-options.ts'

export function auditOptions({
  prompt,
  stateTools,
  writeTools,
  policy,
}: RecordingFlags & Pick<AuditFlags, 'policy'>): AuditOptions {
  return {
    prompt: prompt === undefined ? undefined : readText('--prompt', prompt),
    stateTools,
    writeTools,
    policies: policy?.map(policyOf),
  }
}

export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalidOption(`${option}: cannot read the file ${file}`)
  }
}
