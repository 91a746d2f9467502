import { type Issue, invalidOption } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { toPointer } from '../state/change.ts'
import { childOf, childrenOf, kindOf, type Node } from '../state/node.ts'
import { listIssues, nameWith, type PointerPattern, toPattern, touchedBy } from './parts/places.ts'

/**
 * A step deletes at most `most` values within each of these places, by default in the whole state. A container that goes counts what it held, itself if it was empty;
 * an array that is set anew counts the values by which it has fewer. Throws `invalid-option` for a `most`
 * below 0.
 */
export function maxDeletions(
  most: number,
  { within = [''] }: { readonly within?: readonly PointerPattern[] } = {},
): Guard {
  if (!Number.isInteger(most) || most < 0) {
    throw invalidOption(`maxDeletions: expected a whole number from 0, found ${most}`)
  }
  const patterns = within.map(toPattern)
  return {
    name: `${nameWith('maxDeletions', patterns)} ${most}`,
    mistake: 'overwrite',
    check({ changes }) {
      const counts = patterns.flatMap((pattern) => [
        ...countIn(touchedBy(changes, [pattern]), pattern.steps.length),
      ])
      return listIssues(counts.filter(([, { count }]) => count > most).map((found) => reject(found, most)))
    },
  }
}

interface Deletions {
  count: number
  readonly paths: string[]
}

function countIn(touched: ReturnType<typeof touchedBy>, levels: number): Map<string, Deletions> {
  const byPlace = new Map<string, Deletions>()
  for (const { path, before, after } of touched) {
    const count = lost(before, after)
    if (count === 0) continue
    const place = toPointer(path.slice(0, levels))
    const deletions = byPlace.get(place) ?? { count: 0, paths: [] }
    deletions.count += count
    deletions.paths.push(toPointer(path))
    byPlace.set(place, deletions)
  }
  return byPlace
}

function reject([path, { count, paths }]: [string, Deletions], most: number): Issue {
  const shown = paths.slice(0, 5).join(', ') + (paths.length > 5 ? ', …' : '')
  const message = `expected at most ${most} deleted ${most === 1 ? 'value' : 'values'} in a step, found ${count} (${shown}): keep the others for now`
  return { path, message }
}

/** The values that were in `before` and have gone. */
function lost(before: Node | undefined, after: Node | undefined): number {
  if (before === undefined || before === after) return 0
  if (after === undefined) return leavesOf(before)
  const kind = kindOf(before)
  if (kind === 'scalar') return 0
  if (kind !== kindOf(after)) return leavesOf(before)
  if (kind === 'array') return Math.max(0, leavesOf(before) - leavesOf(after))
  let count = 0
  for (const [key, child] of childrenOf(before)) count += lost(child, childOf(after, key))
  return count
}

function leavesOf(node: Node): number {
  let count = 0
  for (const [, child] of childrenOf(node)) count += leavesOf(child)
  return Math.max(1, count)
}
