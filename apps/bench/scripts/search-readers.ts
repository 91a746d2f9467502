/**
 * Searches for a program that keeps more than the shipped readers in a cell of the arena or of the paper's experiment 5.
 *
 *   node --conditions=@skill-state/source apps/bench/scripts/search-readers.ts [seeds] [policies, a pattern]
 */
import { searchReaders } from '../test/search.ts'

const count = Number(process.argv[2] ?? 3)
const beaten = await searchReaders(
  Array.from({ length: count }, (_, at) => 42 + at),
  process.argv[3] === undefined ? undefined : new RegExp(process.argv[3]),
)
for (const { cell, program, kept, shipped } of beaten) {
  console.log(`${cell}: "${program}" keeps ${kept.toFixed(2)}, the shipped readers ${shipped.toFixed(2)}`)
}
if (beaten.length > 0) process.exitCode = 1
else console.log('No program keeps more than the shipped readers.')
