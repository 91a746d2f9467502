import { isDeepStrictEqual } from 'node:util'
import { parseReply } from '@skill-state/core'
import type { Benchmark } from '../../measure/benchmark.ts'
import { compare } from '../../measure/compare.ts'
import { type Contender, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { type AwkwardReply, awkwardReplies } from '../../task/awkward-replies.ts'

type Grade = 'right' | 'refused' | 'silently wrong'

/** How replies are read: what becomes of awkward ones, and how long a good and a hostile one take. */
export const replies: Benchmark = {
  name: 'replies',
  title: 'reply extraction',
  run: async () => [...awkwardRows(), ...(await goodRows()), ...(await hostileRows())],
}

function awkwardRows(): Row[] {
  const graded = awkwardReplies.map((reply) => ({ name: reply.name, grade: gradeOf(reply) }))
  const named = (grade: Grade): string[] =>
    graded.filter((each) => each.grade === grade).map(({ name }) => name)
  const [refused, wrong] = [named('refused'), named('silently wrong')]
  return [
    {
      name: 'awkward replies read right',
      figure: named('right').length,
      unit: `of ${graded.length}`,
      target: { on: 'figure', kind: 'at-least', value: 20 },
      note: refused.length > 0 ? `asked again: ${refused.join('; ')}` : undefined,
    },
    {
      name: 'awkward replies silently wrong',
      figure: wrong.length,
      unit: `of ${graded.length}`,
      target: { on: 'figure', kind: 'at-most', value: 0 },
      note: wrong.length > 0 ? wrong.join('; ') : undefined,
    },
  ]
}

/** A decision that was not there, or another than was meant, is silently wrong; a needless rejection only costs a call. */
function gradeOf({ text, expected }: AwkwardReply): Grade {
  const parsed = parseReply(text)
  if (!parsed.ok) return expected === undefined ? 'right' : 'refused'
  const { patch, action } = parsed.value
  return isDeepStrictEqual({ patch, action }, expected) ? 'right' : 'silently wrong'
}

async function goodRows(): Promise<Row[]> {
  const reasoning = 'The shipment holds item_7, and shelf 1 is free. '.repeat(80)
  const block = {
    state_patch: { inventory: { shelf_1: 'item_7', shelf_2: 'item_8' } },
    action: 'Ship item_7',
  }
  const text = `${reasoning}\n\`\`\`json\n${JSON.stringify(block)}\n\`\`\``
  const [ours, bound] = ['parseReply, good reply of 4 kB', 'bound: indexOf + JSON.parse']
  const contenders = [
    repeat(ours, 20_000, () => parseReply(text)),
    repeat(bound, 20_000, () => cutAndParse(text)),
  ]
  return compare(await interleave(contenders, { rounds: 9 }), {
    unit: 'µs/reply',
    reference: { name: bound, as: 'bound' },
    targets: { [ours]: { on: 'figure', kind: 'at-most', value: 1.2 } },
  })
}

function cutAndParse(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('{"state_patch"'), text.lastIndexOf('}') + 1))
}

/** Units that make naive scans quadratic. */
const HOSTILE = [
  '{',
  '}',
  '{}',
  '"',
  '{"',
  '\\',
  '{"\\',
  '`',
  '```json\n',
  '```json\n{',
  '{ ',
  '{"action":',
  '{"state_patch":{',
]
const HOSTILE_SIZE = 100_000

async function hostileRows(): Promise<Row[]> {
  const contenders = HOSTILE.map((unit) => {
    const text = unit.repeat(Math.ceil(HOSTILE_SIZE / unit.length))
    return repeat(unit, 1, () => parseReply(text))
  })
  const figures = await interleave(contenders, { rounds: 5 })
  const slowest = [...figures].toSorted(([, left], [, right]) => right.median - left.median)[0]
  if (!slowest) return []
  const [unit, { median, low, high, rounds }] = slowest
  return [
    {
      name: `parseReply, 100 kB of braces, fences or quotes: slowest of ${HOSTILE.length}`,
      figure: median / 1_000,
      unit: 'ms',
      spread: { low: low / 1_000, high: high / 1_000, rounds },
      target: { on: 'figure', kind: 'at-most', value: 50 },
      note: `repeats ${JSON.stringify(unit)}`,
    },
  ]
}

function repeat(name: string, units: number, read: () => unknown): Contender {
  return {
    name,
    units,
    run: () => {
      for (let count = 0; count < units; count += 1) read()
    },
  }
}
