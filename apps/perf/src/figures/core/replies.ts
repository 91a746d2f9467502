import { isDeepStrictEqual } from 'node:util'
import { parseReply } from '@skill-state/core'
import { type Contender, race } from '../../measure/race.ts'
import { atMost, type Benchmark, beside, type Row, type Target } from '../../measure/row.ts'
import { type AwkwardReply, awkwardReplies } from '../../task/awkward-replies.ts'

type Grade = 'read right' | 'asked again' | 'silently wrong'

/** How replies are read: what becomes of awkward ones, and how long a good and a hostile one take. */
export const replies: Benchmark = {
  name: 'replies',
  title: 'reply extraction',
  run: async () => [...awkwardRows(), ...(await goodRows()), ...(await hostileRows())],
}

function awkwardRows(): readonly Row[] {
  const graded = Map.groupBy(awkwardReplies, gradeOf)
  const row = (grade: Grade, target: Target, noted: Grade = grade): Row => ({
    name: `awkward replies ${grade}`,
    figure: graded.get(grade)?.length ?? 0,
    unit: `of ${awkwardReplies.length}`,
    target,
    note:
      graded.get(noted) &&
      `${noted}: ${graded
        .get(noted)
        ?.map(({ name }) => name)
        .join('; ')}`,
  })
  const right = row('read right', { on: 'figure', kind: 'at-least', value: 20 }, 'asked again')
  return [right, row('silently wrong', atMost(0))]
}

/** A decision that was not there, or another than was meant, is silently wrong; a needless rejection only costs a call. */
function gradeOf({ text, expected }: AwkwardReply): Grade {
  const parsed = parseReply(text)
  if (!parsed.ok) return expected === undefined ? 'read right' : 'asked again'
  const { patch, action } = parsed.value
  return isDeepStrictEqual({ patch, action }, expected) ? 'read right' : 'silently wrong'
}

async function goodRows(): Promise<readonly Row[]> {
  const reasoning = 'The shipment holds item_7, and shelf 1 is free. '.repeat(80)
  const block = {
    state_patch: { inventory: { shelf_1: 'item_7', shelf_2: 'item_8' } },
    action: 'Ship item_7',
  }
  const text = `${reasoning}\n\`\`\`json\n${JSON.stringify(block)}\n\`\`\``
  const bound = 'bound: indexOf + JSON.parse'
  const contenders = [
    { ...repeat('parseReply, good reply of 4 kB', 20_000, () => parseReply(text)), target: atMost(1.2) },
    repeat(bound, 20_000, () =>
      JSON.parse(text.slice(text.indexOf('{"state_patch"'), text.lastIndexOf('}') + 1)),
    ),
  ]
  return beside(await race(contenders, { unit: 'µs/reply', rounds: 9 }), bound, 'bound')
}

/** Units that make naive scans quadratic. */
const UNITS = [
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

async function hostileRows(): Promise<readonly Row[]> {
  const contenders = UNITS.map((unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    const note = `repeats ${JSON.stringify(unit)}`
    // In thousands of µs.
    return { name: unit, units: 1_000, note, target: atMost(50), run: () => parseReply(text) }
  })
  const rows = await race(contenders, { unit: 'ms', rounds: 5 })
  const name = `parseReply, 100 kB of braces, fences or quotes: slowest of ${rows.length}`
  return rows
    .toSorted((left, right) => right.figure - left.figure)
    .slice(0, 1)
    .map((row) => ({ ...row, name }))
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
