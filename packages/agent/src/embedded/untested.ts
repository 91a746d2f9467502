/** The installed version of a framework, and the versions that its adapter is tested with, both included. */
export interface FrameworkVersion {
  readonly adapter: string
  readonly framework: string
  readonly version: string
  readonly tested: readonly [lowest: string, newest: string]
}

const warned = new Set<string>()

/** Warns once for each framework, in one line, if its version is below the tested ones or of a later major one. */
export function warnUntested(
  { adapter, framework, version, tested: [lowest, newest] }: FrameworkVersion,
  warn: (line: string) => void = console.warn,
): void {
  if (compare(version, lowest) >= 0 && (compare(version, newest) <= 0 || lineOf(version) === lineOf(newest)))
    return
  const line = `${adapter} is tested with ${framework} ${lowest} to ${newest}, and this is ${version}: install ${framework}@${newest}`
  if (warned.has(line)) return
  warned.add(line)
  warn(line)
}

/** What a version promises to stay compatible with: its major number, or below 1.0 its minor one. */
function lineOf(version: string): number {
  const [major = 0, minor = 0] = numbersOf(version)
  return major || -minor
}

function compare(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

function numbersOf(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number)
}
