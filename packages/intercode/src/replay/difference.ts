import { MALFORMED, TIMED_OUT } from '../official/texts.ts'

export function differenceOf(replayed: string, recorded: string): string | undefined {
  if (replayed === recorded) return undefined
  for (const text of [TIMED_OUT, MALFORMED]) {
    if (recorded === text) return `"${text}" in the record, not here`
    if (replayed === text) return `"${text}" here, not in the record`
  }
  if (sorted(replayed) === sorted(recorded)) return 'the same characters in another order'
  if (isPythonError(replayed) && isPythonError(recorded)) return 'an error that Python words differently'
  return `other text from character ${firstDifference(replayed, recorded)} on`
}

const sorted = (text: string): string => text.split('').sort().join('')

function isPythonError(text: string): boolean {
  return /^\s*File ".*", line \d+/m.test(text) && /^\w*(Error|Exception|Interrupt)\b/m.test(text)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charAt(at) === b.charAt(at)) at += 1
  return at
}
