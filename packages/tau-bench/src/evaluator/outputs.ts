import { lower, PythonError, type ReadonlyValue } from '../python/index.ts'

/**
 * Which outputs are a part of one `respond`, in any case, without the commas of what was said. Looked for until one has
 * it; raises as Python at one that is no text or absent.
 */
export function findOutputs(
  outputs: readonly string[],
  said: readonly (ReadonlyValue | undefined)[],
): ReadonlyMap<string, boolean> {
  return new Map(
    outputs.map((output) => {
      const wanted = output.toLowerCase()
      return [output, said.some((content) => spoken(content).includes(wanted))]
    }),
  )
}

function spoken(content: ReadonlyValue | undefined): string {
  if (content === undefined) throw missingContent()
  return lower(content).replaceAll(',', '')
}

/** What Python raises at a `respond` without a content. */
export function missingContent(): PythonError {
  return new PythonError('KeyError', "'content'")
}
