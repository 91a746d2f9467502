import { FAULTS, type Fault, type Judge } from './judge.ts'

interface Sum {
  readonly conversations: number
  readonly counts: Readonly<Record<string, number>>
  readonly ends: ReadonlyMap<string, number>
  /** How often, and in how many conversations. */
  readonly faults: ReadonlyMap<Fault, readonly [times: number, conversations: number]>
}

export function sumOf(played: readonly Judge[]): Sum {
  const counts: Record<string, number> = {}
  const ends = new Map<string, number>()
  for (const { counts: each, ends: ended } of played) {
    for (const [name, value] of Object.entries(each)) counts[name] = (counts[name] ?? 0) + value
    for (const [end, times] of ended) ends.set(end, (ends.get(end) ?? 0) + times)
  }
  const faults = FAULTS.map((fault): [Fault, [number, number]] => {
    const times = played.map(({ faults }) => faults.get(fault) ?? 0)
    return [fault, [times.reduce((sum, each) => sum + each, 0), times.filter((each) => each > 0).length]]
  })
  return { conversations: played.length, counts, ends, faults: new Map(faults) }
}

export function tableOf({ conversations, counts, ends, faults }: Sum): string {
  const rows: [string, string][] = [
    ['conversations', String(conversations)],
    ...Object.entries(counts).map(([name, value]): [string, string] => [name, String(value)]),
    ...[...ends].map(([end, times]): [string, string] => [`ended: ${end}`, String(times)]),
    ...[...faults].map(([fault, [times, of]]): [string, string] => [
      fault,
      times === 0 ? '0' : `${times} in ${of}`,
    ]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}
