import { readFileSync } from 'node:fs'
import type { AuditOptions } from '@skill-state/audit'
import { policyOf } from '@skill-state/policies'
import { invalidOption } from '@skill-state/protocol'
import { namesOf } from './options.ts'

/** Options of the commands that read recordings, as typed. */
export interface RecordingFlags {
  readonly prompt?: string
  readonly stateTools?: string
  readonly writeTools?: string
  readonly policy?: readonly string[]
}

export function auditOptions({ prompt, stateTools, writeTools, policy = [] }: RecordingFlags): AuditOptions {
  return {
    prompt: prompt === undefined ? undefined : readText('--prompt', prompt),
    stateTools: namesOf(stateTools),
    writeTools: namesOf(writeTools),
    policies: policy.length === 0 ? undefined : policy.map(policyOf),
  }
}

export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalidOption(`${option}: cannot read the file ${file}`)
  }
}
