import { isJsonObject, type JsonObject, type JsonValue, known } from '@skill-state/protocol'
import type { Facts, FeatureFacts } from './facts.ts'

/** Reads the facts that a state holds; what does not have the skill's form is not known. */
export function readState(state: JsonObject): Facts {
  return {
    features: [...readEntries(state.issues, 'issue'), ...readEntries(state.prs, 'pr')],
    release: readText(state.release),
  }
}

function* readEntries(
  entries: JsonValue | undefined,
  kind: 'issue' | 'pr',
): Generator<FeatureFacts, void, undefined> {
  if (!isJsonObject(entries)) return
  for (const [key, entry] of Object.entries(entries)) {
    const number = Number(new RegExp(`^${kind}_([1-9]\\d*)$`).exec(key)?.[1])
    if (Number.isNaN(number) || !isJsonObject(entry)) continue
    yield {
      [kind]: number,
      branch: readText(entry.branch),
      files: readFiles(entry.files),
      into: readText(entry.into),
      head: readText(entry.head),
      ci: readCi(entry.ci),
    }
  }
}

function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readFiles(value: JsonValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((file) => typeof file === 'string') ? value : undefined
}

function readCi(value: JsonValue | undefined): FeatureFacts['ci'] {
  return value === 'pending' || value === 'passed' || value === 'failed' || value === 'stale'
    ? value
    : undefined
}

/** The state that holds the facts. A feature whose branch is not known has no place in it. */
export function writeState({ features, release }: Facts): JsonObject {
  const issues: Record<string, JsonValue> = {}
  const prs: Record<string, JsonValue> = {}
  for (const { issue, pr, branch, files, into, head, ci } of features) {
    if (branch === undefined) continue
    const told = known({ branch, files, into, head })
    if (pr !== undefined) prs[`pr_${pr}`] = known({ ...told, ci })
    else if (issue !== undefined) issues[`issue_${issue}`] = told
  }
  return known({ issues, prs, release })
}

/** The merge patch (RFC 7396) from one state to another. Neither holds null. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const [key, value] of Object.entries(after)) {
    const old = before[key]
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = patchBetween(old, value)
      if (Object.keys(inner).length > 0) patch[key] = inner
    } else if (JSON.stringify(old) !== JSON.stringify(value)) patch[key] = value
  }
  return patch
}
