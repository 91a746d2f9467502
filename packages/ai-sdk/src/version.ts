import manifest from 'ai/package.json' with { type: 'json' }

/** Versions of `ai` that the tests run with, both included. */
export const TESTED: readonly [lowest: string, newest: string] = ['7.0.0', '7.0.173']

let isChecked = false

/** Warns once, in one line, if the installed version of `ai` is not a tested one. */
export function checkVersion(
  version: string = manifest.version,
  warn: (line: string) => void = console.warn,
): void {
  if (isChecked && version === manifest.version) return
  isChecked = true
  const [lowest, newest] = TESTED
  if (compare(version, lowest) >= 0 && version.split('.')[0] === newest.split('.')[0]) return
  warn(
    `@skill-state/ai-sdk is tested with ai ${lowest} to ${newest}, and this is ${version}: install ai@${newest}`,
  )
}

function compare(one: string, other: string): number {
  const numbers = (version: string): number[] => version.split('-')[0]?.split('.').map(Number) ?? []
  const [a, b] = [numbers(one), numbers(other)]
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0)
}
