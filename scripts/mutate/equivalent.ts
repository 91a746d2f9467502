import type { Mutant } from './mutants.ts'

interface Equivalent {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly why: string
}

/** Faults that change nothing that anybody can see. */
const EQUIVALENT: readonly Equivalent[] = []

/** Why nothing can notice the fault; undefined if something should. */
export function equivalent({ file, from, to }: Mutant): string | undefined {
  return EQUIVALENT.find((one) => one.file === file && one.from === from && one.to === to)?.why
}
