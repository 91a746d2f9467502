import { printableJson } from '@skill-state/protocol'
import type { Report } from '../build/report.ts'

/** A list of numbers, each on a line of its own. No string can hold a line break, so none can look like it. */
const NUMBERS = /\[\n\s+(-?\d[^[\]"{}]*?)\s*\]/g

/** Raised when a field changes its meaning or goes away. docs/report-format.md describes the fields. */
const FORMAT = 1

/** The report as JSON, unrounded and without the list of episodes, with the version of its format; a list of numbers is on one line. */
export function reportJson({ episodes: _, ...report }: Report): string {
  const text = printableJson({ format: FORMAT, ...report })
  return `${text.replaceAll(NUMBERS, (_, list: string) => `[${list.replaceAll(/\n\s+/g, ' ')}]`)}\n`
}
