/** Milliseconds of CPU that the work takes: other work on the machine hardly changes them. */
export function cpuTime(work: () => void): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
