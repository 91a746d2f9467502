import { isJsonObject, type JsonObject, type Result } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import type { PatchEncoding } from './encoding.ts'
import { mergePatchSchema } from './parts/merge-schema.ts'

/** The paper's: a merge patch itself, where an omitted key stays and null deletes. */
export const mergeEncoding: PatchEncoding = {
  name: 'merge',
  form: '{ <dict: your state updates, set keys to null to delete> }',
  patchSchema: mergePatchSchema,
  decode(written): Result<JsonObject> {
    if (isJsonObject(written)) return { ok: true, value: written }
    const message = `expected a state patch that is a JSON object, found ${describeValue(written)}`
    return { ok: false, issues: [{ path: '', message }] }
  },
}
