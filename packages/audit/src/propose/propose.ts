import { isJsonObject } from '@skill-state/protocol'
import type { Field } from '@skill-state/protocol/evidence'
import { markdownTable } from 'markdown-table'
import { type AuditOptions, settingsOf } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { type Interval, otherRatioInterval } from '../report/intervals.ts'
import { decimal, percent, whole } from '../table.ts'
import { type DescribedField, describeField } from './describe.ts'
import { fieldsSchema } from './fields-schema.ts'
import { bestOf, type CurvePoint, type Form, heldOut, sharesOf, tradeOff } from './mine.ts'
import { agentOf, schemaOf, skillOf, zodOf } from './schema.ts'
import { coverageOf, isCarried, missedByName, readEpisode, type Training, trainOn } from './training.ts'

export interface ProposeOptions extends AuditOptions {
  readonly form?: Form | undefined
  /** Mean characters that the state may take. Default 700. */
  readonly maxChars?: number | undefined
  /** The name of the skill in its SKILL.md. */
  readonly name?: string | undefined
}

/** A state mined from recordings. Without stable fields it has none, and no files: the report says so. */
export interface Proposal {
  readonly fields: readonly Field[]
  readonly curve: readonly CurvePoint[]
  /** Share of the needs that fields carry in episodes that they were not learned from; undefined for one episode. */
  readonly heldOut: number | undefined
  /** Where that share of as many other recordings of the same kind is likely to be (95 %). */
  readonly heldOutInterval: Interval
  /** The files to write, by name. */
  readonly files: { readonly [name: string]: string }
  /** The trade-off, the fields and the needs that they do not carry, as Markdown. */
  readonly report: string
}

/** Mines a state from recorded episodes. `undefined` if no call needed a value that a state would carry. */
export function proposeState(
  episodes: readonly Episode[],
  options: ProposeOptions = {},
): Proposal | undefined {
  const { form = 'flat', name = 'proposed-skill' } = options
  const settings = settingsOf(options)
  const training = trainOn(episodes.map((episode) => readEpisode(episode, settings)))
  if (!training.episodes.some(({ sourced }) => sourced.some(isCarried))) return undefined
  const others = heldOut(training.episodes, form)
  const shares = others && sharesOf(others)
  const most = shares && Math.max(...shares.map((each) => each ?? 0))
  if (most !== undefined && most < STABLE)
    return { fields: [], curve: [], heldOut: most, heldOutInterval: null, report: unstable(most), files: {} }
  const curve = tradeOff(training, form)
  const best = bestOf(curve, options.maxChars ?? 700, shares)
  const chosen = curve[best] as CurvePoint
  const described = chosen.fields.map((field) => describeField(field, training))
  const heldOutInterval = otherRatioInterval(
    (others ?? []).map(({ carried, covered }) => ({ part: covered[best] ?? 0, whole: carried })),
  )
  const report = reportOf({ curve, heldOutInterval }, chosen, described, training, shares)
  return {
    fields: chosen.fields,
    curve,
    heldOut: shares?.[best] ?? undefined,
    heldOutInterval,
    report,
    files: {
      'fields.json': `${JSON.stringify({ $schema: './fields.schema.json', fields: chosen.fields }, null, 2)}\n`,
      'fields.schema.json': `${JSON.stringify(fieldsSchema, null, 2)}\n`,
      'state.schema.json': `${JSON.stringify(schemaOf(described), null, 2)}\n`,
      'state.ts': zodOf(described),
      'agent.ts': agentOf(toolsOf(training), name),
      'SKILL.md': skillOf(described, name, options.prompt),
      'PROPOSAL.md': report,
    },
  }
}

/** The tools that the recordings call, with the names of their arguments. */
function toolsOf({ episodes }: Training): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = episodes.flatMap(({ view }) => view.messages.flatMap((message) => message.calls ?? []))
  const tools = [...Map.groupBy(calls, ({ name }) => name)].map(([name, made]) => {
    const keys = made.flatMap(({ arguments: given }) => (isJsonObject(given) ? Object.keys(given) : []))
    return [name, new Set(keys)] as const
  })
  return new Map(tools.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Below this share of needs held out, fields describe the recordings and not the task. */
const STABLE = 0.5

function unstable(share: number): string {
  return `No stable fields here: in recordings that they were not learned from, fields carry at most ${percent(share)} of the values that later calls needed, and less than ${percent(STABLE)} is no state to build on. Use the generic state (plan, facts, open, done, artefacts): a SKILL.md without a schema has it.
`
}

function reportOf(
  { curve, heldOutInterval }: Pick<Proposal, 'curve' | 'heldOutInterval'>,
  chosen: CurvePoint,
  described: readonly DescribedField[],
  training: Training,
  shares: readonly (number | null)[] | undefined,
): string {
  const points = curve.map((point, at) => [
    point === chosen ? 'chosen' : '',
    whole(point.fields.length),
    shares === undefined ? '–' : percent(shares[at] ?? null),
    percent(point.coverage),
    whole(point.chars.mean),
    whole(point.chars.p90),
    decimal(point.worth, 0),
  ])
  const fields = described.map(({ field, origin, holds, neededBy }) => [
    `\`${field.name}\``,
    whole(holds),
    origin.replaceAll('|', '\\|'),
    neededBy.join(', '),
  ])
  const missed = missedNeeds(chosen.fields, training)
  const expected = heldOutInterval
    ? `\nAs many other recordings of the same kind are expected between ${percent(heldOutInterval[0])} and ${percent(heldOutInterval[1])} (95 %).\n`
    : ''
  return `# Proposed state

${whole(chosen.carried)} needed values had come before the observation of their call: a state must carry them. The fields
below are filled by rules from users and tools, without a model. "held out" is the coverage of recordings by rules that were learned
from the others, "coverage" that of the recordings themselves; measure more with \`skill-state audit FILES --fields fields.json\`.

${markdownTable([['', 'fields', 'held out', 'coverage', 'mean chars', '90 %', 'worth of 1 %'], ...points], { align: ['l', 'r', 'r', 'r', 'r', 'r', 'r'] })}
${expected}
"worth" is the number of characters of the mean state that one percent of the needs may cost.

${markdownTable([['field', 'holds', 'from', 'needed by'], ...fields], { align: ['l', 'r', 'l', 'l'] })}

${missed.length === 0 ? 'Every carried need is covered.' : `Not covered:\n\n${missed.join('\n')}`}
`
}

/** The carried needs that no field holds, with the reason. */
function missedNeeds(fields: readonly Field[], training: Training): readonly string[] {
  return [...missedByName(coverageOf(fields, training).missed)].map(([name, missed]) => {
    const why =
      name === 'user'
        ? 'no pattern of what users write is worth its size'
        : 'a field for it would take more characters than it is worth'
    return `- ${missed.length} from \`${name}\`, such as ${JSON.stringify(missed[0]?.need.value)}: ${why}.`
  })
}
