const shownBefore = 16
const shownAfter = 60

type Shown = string | number | boolean | undefined

/** Two differing values on one line, texts cut to the neighbourhood of their first difference. */
export function excerpts(expected: Shown, found: Shown): { expected: string; found: string } {
  if (typeof expected !== 'string' || typeof found !== 'string')
    return { expected: excerpt(expected, 0), found: excerpt(found, 0) }
  const from = Math.max(0, firstDifference(expected, found) - shownBefore)
  return { expected: excerpt(expected, from), found: excerpt(found, from) }
}

function excerpt(value: Shown, from: number): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'string') return String(value)
  // Escapes keep it on one line; of quotes, an answer has too many.
  const to = from + shownBefore + shownAfter
  const cut = JSON.stringify(value.slice(from, to)).slice(1, -1).replaceAll('\\"', '"')
  return `'${from > 0 ? '…' : ''}${cut}${to < value.length ? '…' : ''}'`
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}
