import { o200k } from '@skill-state/models/o200k'
import { markdownTable } from 'markdown-table'
import { bill, breakEven, type CacheRules, floor, WAYS } from './bill.ts'
import { cases } from './cases.ts'
import { misread, READERS, type ReadWay } from './readers.ts'

const STEPS = 200
const PRICES = [0.1, 0.25, 0.5]
const MARKED: CacheRules = { write: 1.25, block: 1, marked: true }
const count = (text: string): number => o200k.count(text)

const providers: readonly (readonly [name: string, rules: CacheRules])[] = [
  ...PRICES.map((read) => [`Cached input at ${read} of the price`, { read }] as const),
  ['Cached at 0.1 where it is asked for, written at 1.25', MARKED],
]

/** Input of the six sessions in each layout, a table for each provider. */
export function billTables(): string {
  return providers.map(([name, rules]) => `${name}:\n\n${billTable(rules)}`).join('\n\n')
}

function billTable(rules: CacheRules): string {
  const rows = cases.map((session) => {
    const options = { steps: STEPS, rules, count }
    const sums = new Map(WAYS.map((way) => [way, bill(session, way, options)] as const))
    const last = WAYS.map((way) => sums.get(way)?.at(-1) ?? 0)
    const [, ...ours] = last
    const transcript = sums.get('transcript') ?? []
    const evens = (['whole', 'auto'] as const).map((way) => breakEven(sums.get(way) ?? [], transcript))
    return [
      session.name,
      ...[...last, floor(session, options)].map(thousands),
      ((last.at(-1) ?? 0) / Math.min(...ours)).toFixed(3),
      ...evens.map((step) => (step === undefined ? `after ${STEPS}` : `${step + 1}`)),
    ]
  })
  const head = ['case', ...WAYS.map(titleOf), 'floor', 'auto ÷ best', 'whole: from', 'auto: from']
  return markdownTable([head, ...rows], { align: ['l', ...head.slice(1).map(() => 'r' as const)] })
}

const titleOf = (way: string): string => (['transcript', 'whole'].includes(way) ? way : `\`${way}\``)

/** Values of the state that are taken for something else, in each layout. */
export function readerTable(): string {
  const ways: readonly ReadWay[] = ['whole', 'overlay', 'baseLog', 'auto']
  const rows = cases.slice(0, 2).flatMap((session) =>
    READERS.map((reader) => [
      session.name.split(',')[0] ?? '',
      reader,
      ...ways.map((way) => {
        const shares = Array.from({ length: SEEDS }, (_, seed) =>
          misread(session, way, reader, { steps: STEPS, chance: CHANCE, read: 0.1, seed: seed + 1 }),
        )
        return `${(1_000 * (shares.reduce((sum, share) => sum + share, 0) / SEEDS)).toFixed(1)}`
      }),
    ]),
  )
  const head = ['case', 'reader', ...ways.map(titleOf)]
  return markdownTable([head, ...rows], { align: ['l', 'l', 'r', 'r', 'r', 'r'] })
}

const CHANCE = 0.02
const SEEDS = 3

function thousands(tokens: number): string {
  return (tokens / 1_000).toFixed(0)
}
