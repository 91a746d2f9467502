import { isJsonObject, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { subschemasOf } from '../../schema/subschemas.ts'

/**
 * Throws `invalid-skill` for a keyword `x-…`, anywhere in a schema, that nearly is one of the known: a guard that
 * its author counts on would be missing. All others are annotations of somebody else.
 */
export function rejectMistyped(schema: JsonValue, known: readonly string[]): void {
  if (!isJsonObject(schema)) return
  for (const keyword of Object.keys(schema)) {
    const meant = /^x[-_]/i.test(keyword) && known.find((name) => isNear(keyword, name))
    if (meant && meant !== keyword) throw refused(keyword, meant)
  }
  for (const below of subschemasOf(schema)) rejectMistyped(below, known)
}

function refused(keyword: string, meant: string): SkillStateError {
  const message = `the schema has the keyword "${keyword}", which no guard reads: write "${meant}", or give an annotation of your own another name`
  return new SkillStateError('invalid-skill', message)
}

/** Whatever the case and the hyphens, a letter or two may be wrong, missing, too many or in the other's place. */
function isNear(keyword: string, known: string): boolean {
  const wanted = lettersOf(known)
  return isWithin(wanted.length > 8 ? 2 : 1, lettersOf(keyword), wanted)
}

const lettersOf = (keyword: string): string => keyword.toLowerCase().replaceAll(/[-_]/g, '')

function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true
  if (edits === 0) return false
  let same = 0
  while (a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  const isSwapped = x.length > 1 && x[0] === y[1] && x[1] === y[0]
  return (
    isWithin(edits - 1, x.slice(1), y) ||
    isWithin(edits - 1, x, y.slice(1)) ||
    isWithin(edits - 1, x.slice(1), y.slice(1)) ||
    (isSwapped && isWithin(edits - 1, x.slice(2), y.slice(2)))
  )
}
