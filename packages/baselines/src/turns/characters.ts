/** Length in Unicode code points: what the paper calls characters. A surrogate without its other half is one. */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}
