import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import { cacheRatios } from '../document/size-totals.ts'
import { decimal, percentWithin, type Table, tableOf, whole } from '../table.ts'
import { survivalIntervals } from './intervals.ts'

/** The tables of an audit, in the order of a report. A table without rows is left out. */
export function auditTables(audit: AuditDocument, details: AuditDetails): readonly Table[] {
  const tables = [
    survivalTable(audit),
    costTable(audit),
    distanceTable(audit),
    requiredTable(audit),
    sourcesTable(audit),
    farthestTable(details),
    erasuresTable(audit),
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

function survivalTable(audit: AuditDocument): Table {
  const legend =
    '"any" counts every shown message, also what the model itself restated. "sources" counts only user messages and tool results. "write" looks at tools that change something. In brackets: 95 % intervals by resampling episodes.'
  const shares = (['all', 'write'] as const).flatMap((reading) => {
    const intervals = survivalIntervals(audit.perEpisode, reading)
    return (['any', 'sources'] as const).map((shown) => {
      const cell = (id: string): string =>
        percentWithin(audit[reading].survival[id]?.[shown].rate ?? null, intervals.get(id)?.[shown] ?? null)
      return [reading === 'all' ? shown : `write, ${shown}`, cell] as const
    })
  })
  return tableOf('Needed values that a policy still shows', legend, Object.keys(audit.all.survival), [
    ['policy', (id) => id],
    ...shares,
  ])
}

function costTable({ size }: AuditDocument): Table {
  const legend =
    'Characters of a prompt, the exponent of its growth with the messages, and the cost of all input tokens relative to `full`: without a cache, and if a cached token costs 0.1, 0.25 or 0.5 of an uncached one. The cache is ideal: no entry expires.'
  const costs = ['uncached', ...cacheRatios.map(String)].map((ratio) => {
    const base = size.full?.inputCost[ratio]
    const cell = ([, { inputCost }]: (typeof rows)[number]): string =>
      base ? decimal((inputCost[ratio] ?? 0) / base) : '–'
    return [ratio === 'uncached' ? ratio : `cached at ${ratio}`, cell] as const
  })
  const rows = Object.entries(size)
  return tableOf('Size and cost of the input', legend, rows, [
    ['policy', ([id]) => id],
    ['mean chars', ([, { meanChars }]) => whole(meanChars)],
    ['max chars', ([, { maxChars }]) => whole(maxChars)],
    ['growth', ([, { promptExponent }]) => decimal(promptExponent)],
    ...costs,
  ])
}

function distanceTable({ all: { distance } }: AuditDocument): Table {
  const rows = [
    ['messages since any occurrence', distance.anyMessages],
    ['messages since a source', distance.sourceMessages],
    ['calls since any occurrence', distance.anyCalls],
    ['calls since a source', distance.sourceCalls],
  ] as const
  const legend = 'One call means that the value arrived since the previous call, or in that call itself.'
  const known = rows.filter(([, { n }]) => n > 0)
  return tableOf('How far back a needed value was last seen', legend, known, [
    ['distance', ([name]) => name],
    ['values', ([, { n }]) => whole(n)],
    ['mean', ([, { mean }]) => decimal(mean)],
    ['median', ([, { p50 }]) => whole(p50)],
    ['90 %', ([, { p90 }]) => whole(p90)],
    ['max', ([, { max }]) => whole(max)],
  ])
}

function requiredTable({ all, write }: AuditDocument): Table {
  const rows = [
    ['held until last needed', all.required.held],
    ['minimal', all.required.minimal],
    ['held, write tools', write.required.held],
    ['minimal, write tools', write.required.minimal],
  ] as const
  const legend =
    'Characters of the state at a call, for someone who knows the future: a lower bound. "minimal" drops a value if a later observation brings it back in time.'
  const known = rows.filter(([, { chars }]) => chars.n > 0)
  return tableOf('The smallest state that would have served every need', legend, known, [
    ['state', ([name]) => name],
    ['mean chars', ([, { chars }]) => whole(chars.mean)],
    ['median', ([, { chars }]) => whole(chars.p50)],
    ['90 %', ([, { chars }]) => whole(chars.p90)],
    ['max', ([, { chars }]) => whole(chars.max)],
    ['mean values', ([, { values }]) => decimal(values.mean, 1)],
  ])
}

function sourcesTable({ all }: AuditDocument): Table {
  const most = 15
  const legend = `The first source of each needed value, by tool and path. "carried" counts the needs whose value was not in the observation of their call. The ${most} most frequent.`
  return tableOf('Where needed values came from', legend, Object.entries(all.sources).slice(0, most), [
    ['source', ([name]) => `\`${name}\``],
    ['needs', ([, { needs }]) => whole(needs)],
    ['carried', ([, { notInObservation }]) => whole(notInObservation)],
  ])
}

function erasuresTable({ erasures }: AuditDocument): Table {
  const legend =
    'Each write of a state tool replaces the whole state. A patch would have changed what differs.'
  const figures = [
    ['writes', whole(erasures.writes)],
    ['rewrites that lost an identifier', `${erasures.transitionsLosingIds} of ${erasures.transitions}`],
    ['identifiers lost', `${erasures.idsLost} of ${erasures.idsBefore}`],
    ['of them needed later', whole(erasures.idsLostNeededLater)],
    ['characters rewritten', whole(erasures.rewriteChars)],
    ['characters as patches', whole(erasures.patchChars)],
  ] as const
  return tableOf('State that the model wrote itself', legend, erasures.writes === 0 ? [] : figures, [
    ['figure', ([name]) => name],
    ['value', ([, value]) => value],
  ])
}

function farthestTable({ farthest }: AuditDetails): Table {
  const code = (text: string): string =>
    `\`${text
      .replaceAll('`', "'")
      .replaceAll(/[|\s]+/g, ' ')
      .slice(0, 40)}\``
  const legend =
    'The needed values that had not been seen for the most messages, with the call that needed them.'
  return tableOf('Facts that were nearly lost', legend, farthest, [
    ['value', ({ value }) => code(value)],
    ['task', ({ task }) => task ?? '–'],
    ['message', ({ index }) => whole(index)],
    ['messages since', ({ distance }) => whole(distance)],
    ['first source', ({ name }) => code(name)],
    ['dropped by', ({ droppedBy }) => droppedBy.join(', ')],
  ])
}
