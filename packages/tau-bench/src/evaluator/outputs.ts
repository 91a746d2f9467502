import type { ReadonlyValue } from '../python/value.ts'
import { lower } from '../tools/_lower.ts'

/**
 * Which of the texts that the task asks for are a part of something said, by the official rule: a plain substring of
 * one `respond`, upper and lower case alike, the commas of what was said (not of the wanted text) left out.
 *
 * Contents are looked at only until one holds the text. Raises `AttributeError` at one that is no text, as Python does.
 */
export function findOutputs(
  outputs: readonly string[],
  said: readonly ReadonlyValue[],
): ReadonlyMap<string, boolean> {
  return new Map(
    outputs.map((output) => {
      const wanted = output.toLowerCase()
      return [output, said.some((content) => lower(content).replaceAll(',', '').includes(wanted))]
    }),
  )
}
