/** Length of the longest common prefix of two texts that are given in pieces, in code units. */
export function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const [x, y] = [a.join(''), b.join('')]
  const most = Math.min(x.length, y.length)
  let alike = 0
  while (alike < most && x.charCodeAt(alike) === y.charCodeAt(alike)) alike++
  return alike
}
