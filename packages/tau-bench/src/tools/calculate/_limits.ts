import { PythonError } from '../../python/python-error.ts'

/** Levels of CPython's parser stack that are left for an expression. */
const stackLevels = 5975

/** How many of them each construct takes. */
export const levelsOf = { sign: 1, power: 2, group: 28, call: 24 } as const

/** About the depth of a syntax tree that CPython's compiler can still walk when the tool runs. */
const deepestTree = 2985

/** The parser gives up with a MemoryError, which has no words. */
export function checkLevels(levels: number): void {
  if (levels > stackLevels) throw new PythonError('MemoryError', '')
}

export function checkDepth(depth: number): void {
  if (depth <= deepestTree) return
  throw new PythonError('RecursionError', 'maximum recursion depth exceeded during compilation')
}
