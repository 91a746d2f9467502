import { PythonError, type ReadonlyValue } from '../python/index.ts'
import { lower } from '../python/text/format.ts'

/**
 * Which of the texts that the task asks for are a part of something said, by the official rule: a plain substring of
 * one `respond`, upper and lower case alike, the commas of what was said (not of the wanted text) left out.
 *
 * Contents are looked at only until one holds the text. Raises `AttributeError` at one that is not a text, and `KeyError` at
 * an absent one, as Python does.
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
