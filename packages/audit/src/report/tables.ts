import type { AuditDocument } from '../document/audit.ts'
import type { AuditDetails } from '../document/details.ts'
import { cacheRatios } from '../document/size-totals.ts'
import { decimal, percentWithin, type Table, whole } from '../table.ts'
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

function survivalTable({ all, write, perEpisode }: AuditDocument): Table {
  const intervals = {
    all: survivalIntervals(perEpisode, 'all'),
    write: survivalIntervals(perEpisode, 'write'),
  }
  const cells = (id: string): readonly string[] =>
    (['all', 'write'] as const).flatMap((reading) =>
      (['any', 'sources'] as const).map((shown) => {
        const { rate = null } = (reading === 'all' ? all : write).survival[id]?.[shown] ?? {}
        return percentWithin(rate, intervals[reading].get(id)?.[shown] ?? null)
      }),
    )
  return {
    title: 'Needed values that a policy still shows',
    legend:
      '"any" counts every shown message, also what the model itself restated. "sources" counts only user messages and tool results. "write" looks at tools that change something. In brackets: 95 % intervals by resampling episodes.',
    columns: ['policy', 'any', 'sources', 'write, any', 'write, sources'],
    rows: Object.keys(all.survival).map((id) => [id, ...cells(id)]),
  }
}

function costTable({ size }: AuditDocument): Table {
  const base = size.full
  const relative = (cost: number | undefined, of: number | undefined): string =>
    cost === undefined || of === undefined || of === 0 ? '–' : decimal(cost / of)
  return {
    title: 'Size and cost of the input',
    legend:
      'Characters of a prompt, the exponent of its growth with the messages, and the cost of all input tokens relative to `full`: without a cache, and if a cached token costs 0.1, 0.25 or 0.5 of an uncached one. The cache is ideal: no entry expires.',
    columns: [
      'policy',
      'mean chars',
      'max chars',
      'growth',
      'uncached',
      ...cacheRatios.map((r) => `cached at ${r}`),
    ],
    rows: Object.entries(size).map(([id, figures]) => [
      id,
      whole(figures.meanChars),
      whole(figures.maxChars),
      decimal(figures.promptExponent),
      ...['uncached', ...cacheRatios.map(String)].map((ratio) =>
        relative(figures.inputCost[ratio], base?.inputCost[ratio]),
      ),
    ]),
  }
}

function distanceTable({ all }: AuditDocument): Table {
  const rows = [
    ['messages since any occurrence', all.distance.anyMessages],
    ['messages since a source', all.distance.sourceMessages],
    ['calls since any occurrence', all.distance.anyCalls],
    ['calls since a source', all.distance.sourceCalls],
  ] as const
  return {
    title: 'How far back a needed value was last seen',
    legend: 'One call means that the value arrived since the previous call, or in that call itself.',
    columns: ['distance', 'values', 'mean', 'median', '90 %', 'max'],
    rows: rows
      .filter(([, { n }]) => n > 0)
      .map(([name, { n, mean, p50, p90, max }]) => [
        name,
        whole(n),
        decimal(mean),
        whole(p50),
        whole(p90),
        whole(max),
      ]),
  }
}

function requiredTable({ all, write }: AuditDocument): Table {
  const rows = [
    ['held until last needed', all.required.held],
    ['minimal', all.required.minimal],
    ['held, write tools', write.required.held],
    ['minimal, write tools', write.required.minimal],
  ] as const
  return {
    title: 'The smallest state that would have served every need',
    legend:
      'Characters of the state at a call, for someone who knows the future: a lower bound. "minimal" drops a value if a later observation brings it back in time.',
    columns: ['state', 'mean chars', 'median', '90 %', 'max', 'mean values'],
    rows: rows
      .filter(([, { chars }]) => chars.n > 0)
      .map(([name, { chars, values }]) => [
        name,
        whole(chars.mean),
        whole(chars.p50),
        whole(chars.p90),
        whole(chars.max),
        decimal(values.mean, 1),
      ]),
  }
}

function sourcesTable({ all }: AuditDocument): Table {
  const most = 15
  return {
    title: 'Where needed values came from',
    legend: `The first source of each needed value, by tool and path. "carried" counts the needs whose value was not in the observation of their call. The ${most} most frequent.`,
    columns: ['source', 'needs', 'carried'],
    rows: Object.entries(all.sources)
      .slice(0, most)
      .map(([name, { needs, notInObservation }]) => [`\`${name}\``, whole(needs), whole(notInObservation)]),
  }
}

function erasuresTable({ erasures }: AuditDocument): Table {
  return {
    title: 'State that the model wrote itself',
    legend: 'Each write of a state tool replaces the whole state. A patch would have changed what differs.',
    columns: ['figure', 'value'],
    rows:
      erasures.writes === 0
        ? []
        : [
            ['writes', whole(erasures.writes)],
            [
              'rewrites that lost an identifier',
              `${erasures.transitionsLosingIds} of ${erasures.transitions}`,
            ],
            ['identifiers lost', `${erasures.idsLost} of ${erasures.idsBefore}`],
            ['of them needed later', whole(erasures.idsLostNeededLater)],
            ['characters rewritten', whole(erasures.rewriteChars)],
            ['characters as patches', whole(erasures.patchChars)],
          ],
  }
}

function farthestTable({ farthest }: AuditDetails): Table {
  const code = (text: string): string =>
    `\`${text
      .replaceAll('`', "'")
      .replaceAll(/[|\s]+/g, ' ')
      .slice(0, 40)}\``
  return {
    title: 'Facts that were nearly lost',
    legend: 'The needed values that had not been seen for the most messages, with the call that needed them.',
    columns: ['value', 'task', 'message', 'messages since', 'first source', 'dropped by'],
    rows: farthest.map(({ value, task, index, distance, name, droppedBy }) => [
      code(value),
      task ?? '–',
      whole(index),
      whole(distance),
      code(name),
      droppedBy.join(', '),
    ]),
  }
}
