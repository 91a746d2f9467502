import type { Report } from '../build/report.ts'
import { printableJson } from './printable.ts'

/** A list of numbers, each on a line of its own. No string can hold a line break, so none can look like it. */
const NUMBERS = /\[\n\s+(-?\d[^[\]"{}]*?)\s*\]/g

/** The report as JSON, unrounded; a list of numbers stands on one line. */
export function reportJson(report: Report): string {
  const text = printableJson(report)
  return `${text.replaceAll(NUMBERS, (_, list: string) => `[${list.replaceAll(/\n\s+/g, ' ')}]`)}\n`
}
