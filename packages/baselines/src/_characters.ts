/**
 * Length in Unicode code points: what the paper calls characters. A surrogate without its other half is one.
 *
 * eval measures prompts by the same rule with a function of its own: neither package depends on the other, and
 * of what both depend on, protocol is types and contracts alone. core has no need to count.
 */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}
