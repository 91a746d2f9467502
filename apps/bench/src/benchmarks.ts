import type { Benchmark } from '@skill-state/protocol'
import { benchmarks as list } from '@skill-state/skillexecbench'

/** The benchmarks by name; the first of several versions needs no number. */
export const benchmarks: Readonly<Record<string, Benchmark>> = Object.fromEntries(
  list.map((benchmark) => [nameOf(benchmark), benchmark]),
)

function nameOf({ id }: Benchmark): string {
  const [name = ''] = id.split('@')
  const first = list.find((each) => each.id.startsWith(`${name}@`))
  return first?.id === id ? name : id
}
