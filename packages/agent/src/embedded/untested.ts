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
  const { compare } = new Intl.Collator('en', { numeric: true })
  const minor = (of: string): string => of.split('.', 2).join('.')
  const isOlder = compare(version, lowest) < 0 || version.startsWith(`${lowest}-`) // a prerelease comes before its release
  // A patch of the newest minor version repairs, so it is no reason to go back.
  if (!isOlder && compare(minor(version), minor(newest)) <= 0) return
  const line = `${adapter} is tested with ${framework} ${lowest} to ${newest}, and this is ${version}: install ${framework}@${newest}`
  if (warned.has(line)) return
  warned.add(line)
  warn(line)
}
