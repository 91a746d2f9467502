/** Runs of a property in a test: the default, or `SKILL_STATE_FUZZ` if that number is greater (nightly runs). */
export function fuzzRuns(defaultRuns: number): number {
  const wanted = Number(process.env.SKILL_STATE_FUZZ ?? 0)
  return Number.isNaN(wanted) ? defaultRuns : Math.max(wanted, defaultRuns)
}

/** Runs of a property in a file of laws (`x.laws.test.ts`): all in the project `laws`, a fifth in the fast tests. */
export function lawRuns(all: number): number {
  return fuzzRuns(process.env.LAWS === 'all' ? all : Math.ceil(all / 5))
}
