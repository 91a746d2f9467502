/** The installed version of a framework, and the versions that its adapter is tested with, both included. */
interface FrameworkVersion {
  readonly adapter: string
  readonly framework: string
  readonly version: string
  readonly tested: readonly [lowest: string, newest: string]
}

const warned = new Set<string>()

/** Warns once for each framework, in one line, if its version is below the tested ones or of a later minor one. */
export function warnUntested(
  { adapter, framework, version, tested: [lowest, newest] }: FrameworkVersion,
  warn: (line: string) => void = console.warn,
): void {
  const installed = numbersOf(version)
  // A patch of the newest minor version repairs, so it is no reason to go back.
  if (compare(installed, numbersOf(lowest)) >= 0 && compare(installed.slice(0, 2), numbersOf(newest)) <= 0)
    return
  const line = `${adapter} is tested with ${framework} ${lowest} to ${newest}, and this is ${version}: install ${framework}@${newest}`
  if (warned.has(line)) return
  warned.add(line)
  warn(line)
}

/** Compares the numbers that the first version has. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== (other[index] ?? 0))
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** A prerelease comes before its release. */
function numbersOf(version: string): number[] {
  const [release = '', ...prerelease] = version.split('-')
  return [...release.split('.').map(Number), prerelease.length === 0 ? 0 : -1]
}
