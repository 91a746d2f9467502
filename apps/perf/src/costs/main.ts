// What the input of six sessions costs in each layout, by a simulated cache of the provider: `pnpm costs`.
import { o200k } from '@skill-state/models/o200k'
import { markdownTable } from 'markdown-table'
import { bill, breakEven, type CacheRules, WAYS } from './bill.ts'
import { cases } from './cases.ts'

const STEPS = 200
const MARKED: CacheRules = { write: 1.25, block: 1, marked: true }

const providers: readonly (readonly [name: string, rules: CacheRules])[] = [
  ...[0.1, 0.25, 0.5].map((read) => [`cached at ${read}`, { read }] as const),
  ['cached at 0.1 where marked, written at 1.25', MARKED],
]

const thousands = (tokens: number): string => (tokens / 1_000).toFixed(0)

for (const [name, rules] of providers) {
  const rows = cases.map((session) => {
    const sums = new Map(
      WAYS.map(
        (way) =>
          [way, bill(session, way, { steps: STEPS, rules, count: (piece) => o200k.count(piece) })] as const,
      ),
    )
    const last = WAYS.map((way) => sums.get(way)?.at(-1) ?? 0)
    const [, ...ours] = last
    const ratio = (last.at(-1) ?? 0) / Math.min(...ours)
    const even = breakEven(sums.get('auto') ?? [], sums.get('transcript') ?? [])
    const before = breakEven(sums.get('whole') ?? [], sums.get('transcript') ?? [])
    return [
      session.name,
      ...last.map(thousands),
      ratio.toFixed(3),
      ...[before, even].map((step) => (step === undefined ? `after ${STEPS}` : `${step + 1}`)),
    ]
  })
  const head = ['case', ...WAYS, 'auto ÷ best', 'cheaper from step: whole', 'auto']
  console.log(
    `${name}, thousand tokens of input at the full price, ${STEPS} steps\n\n${markdownTable([head, ...rows])}\n`,
  )
}
