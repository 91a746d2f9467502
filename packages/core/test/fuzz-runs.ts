/** Runs of a property in a test: the default, or `SKILL_STATE_FUZZ` where that number is greater (nightly runs). */
export function fuzzRuns(defaultRuns: number): number {
  const wanted = Number(process.env.SKILL_STATE_FUZZ ?? 0)
  return Number.isNaN(wanted) ? defaultRuns : Math.max(wanted, defaultRuns)
}
