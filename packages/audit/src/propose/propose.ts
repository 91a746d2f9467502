import type { Field } from '@skill-state/core/capture'
import { isJsonObject } from '@skill-state/protocol'
import { markdownTable } from 'markdown-table'
import type { AuditOptions } from '../audit-episode.ts'
import { settingsOf } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { nameOf } from '../needs/provenance.ts'
import { decimal, percent, whole } from '../table.ts'
import { type DescribedField, describeField } from './describe.ts'
import { bestOf, type CurvePoint, type Form, tradeOff } from './mine.ts'
import { agentOf, schemaOf, skillOf, zodOf } from './schema.ts'
import { isCarried, type Training, trainOn } from './training.ts'

export interface ProposeOptions extends AuditOptions {
  readonly form?: Form | undefined
  /** Mean characters that the state may take. Default: 400, keyed 480. */
  readonly maxChars?: number | undefined
  /** The name of the skill in its SKILL.md. */
  readonly name?: string | undefined
}

/** A state mined from recordings. */
export interface Proposal {
  readonly fields: readonly Field[]
  readonly curve: readonly CurvePoint[]
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
  const training = trainOn(episodes, settingsOf(options))
  const curve = tradeOff(training, form)
  const chosen = bestOf(curve, options.maxChars ?? (form === 'flat' ? 400 : 480))
  if (chosen.fields.length === 0) return undefined
  const described = chosen.fields.map((field) => describeField(field, training))
  const report = reportOf(curve, chosen, described, training)
  return {
    fields: chosen.fields,
    curve,
    report,
    files: {
      'fields.json': `${JSON.stringify(chosen.fields, null, 2)}\n`,
      'state.schema.json': `${JSON.stringify(schemaOf(described), null, 2)}\n`,
      'state.ts': zodOf(described),
      'agent.ts': agentOf(toolsOf(training), name),
      'SKILL.md': skillOf(described, name),
      'PROPOSAL.md': report,
    },
  }
}

/** The tools that the recordings call, with the names of their arguments. */
function toolsOf({ episodes }: Training): ReadonlyMap<string, ReadonlySet<string>> {
  const tools = new Map<string, Set<string>>()
  const calls = episodes.flatMap(({ view }) => view.messages.flatMap((message) => message.calls ?? []))
  for (const { name, arguments: given } of calls) {
    const known = tools.get(name) ?? new Set()
    for (const key of isJsonObject(given) ? Object.keys(given) : []) known.add(key)
    tools.set(name, known)
  }
  return new Map([...tools].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function reportOf(
  curve: readonly CurvePoint[],
  chosen: CurvePoint,
  described: readonly DescribedField[],
  training: Training,
): string {
  const points = curve.map((point) => [
    point === chosen ? 'chosen' : '',
    whole(point.fields.length),
    percent(point.coverage),
    whole(point.chars.mean),
    whole(point.chars.p90),
    decimal(point.worth, 0),
  ])
  const fields = described.map(({ field, origin, holds, neededBy, dropped }) => [
    `\`${field.name}\``,
    whole(holds),
    origin.replaceAll('|', '\\|'),
    neededBy.join(', '),
    dropped,
  ])
  const missed = missedNeeds(chosen.fields, training)
  return `# Proposed state

${whole(chosen.carried)} needed values had come before the observation of their call: a state must carry them. The fields
below are filled by rules from users and tools, without a model. The figures are of the recordings that the rules were
learned from; measure others with \`skill-state audit FILES --fields fields.json\`.

${markdownTable([['', 'fields', 'coverage', 'mean chars', '90 %', 'worth of 1 %'], ...points], { align: ['l', 'r', 'r', 'r', 'r', 'r'] })}

"worth" is the number of characters of the mean state that one percent of the needs may cost.

${markdownTable([['field', 'holds', 'from', 'needed by', 'dropped'], ...fields], { align: ['l', 'r', 'l', 'l', 'l'] })}

${missed.length === 0 ? 'Every carried need is covered.' : `Not covered:\n\n${missed.join('\n')}`}
`
}

/** The carried needs that no field holds, with the reason. */
function missedNeeds(fields: readonly Field[], training: Training): readonly string[] {
  const effects = fields.map(training.effectOf)
  const missed = new Map<string, string[]>()
  let at = 0
  for (const { view, sourced } of training.episodes) {
    for (const need of sourced) {
      const held = effects.some(({ covers }) => covers[at] === 1)
      at++
      if (held || !isCarried(need)) continue
      const name = nameOf(view, need.value) ?? 'user'
      missed.set(name, [...(missed.get(name) ?? []), need.value])
    }
  }
  return [...missed].map(([name, values]) => {
    const example = JSON.stringify(values[0])
    const had = fields.some(({ from }) => 'tool' in from && `${from.tool}:${from.path}` === name)
    const why =
      name === 'user'
        ? 'no pattern of what users write is worth its size'
        : had
          ? 'a rule of its field had dropped it'
          : 'a field for it would take more characters than it is worth'
    return `- ${values.length} from \`${name}\`, such as ${example}: ${why}.`
  })
}
