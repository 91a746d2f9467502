import { type AuditOptions, auditEpisode, type Recorded, recordedOf, settingsOf } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { type Erasures, erasuresOf } from '../measure/erasures.ts'
import { round, shareOf } from '../measure/round.ts'
import { type AuditDetails, type FarFact, farthestOf } from './details.ts'
import { type EpisodeFigures, episodeFigures } from './episode-figures.ts'
import { type ReadingFigures, ReadingTotals } from './reading-totals.ts'
import { type SizeFigures, SizeTotals } from './size-totals.ts'
import { type EpisodeTrace, traceEpisode } from './traces.ts'

/** The audit of a run, as `skill-state audit --json` writes it. */
export interface AuditDocument {
  readonly episodes: number
  readonly messages: number
  readonly messagesNotShownToAgent: number
  readonly calls: number
  readonly all: ReadingFigures
  readonly write: ReadingFigures
  readonly size: { readonly [policy: string]: SizeFigures }
  readonly recorded: Recorded & { readonly cachedShare: number | null }
  readonly erasures: Erasures
  readonly perEpisode: readonly EpisodeFigures[]
  /** Every needed value of the first episodes. */
  readonly traces: readonly EpisodeTrace[]
}

/** Episodes whose needed values are written out one by one. */
const TRACED_EPISODES = 2

/** Audits episodes one by one and keeps figures only, so memory grows by one row an episode. */
export class Audit {
  readonly #settings
  readonly #readings
  readonly #sizes
  readonly #perEpisode: EpisodeFigures[] = []
  readonly #traces: EpisodeTrace[] = []
  readonly #recorded = { ...recordedOf([]) }
  readonly #erasures = { ...erasuresOf({ messages: [] }, [], new Set()) }
  #farthest: readonly FarFact[] = []
  #notShown = 0

  constructor(options: AuditOptions = {}) {
    this.#settings = settingsOf(options)
    const ids = this.#settings.policies.map(({ id }) => id)
    this.#readings = { all: new ReadingTotals('all', ids), write: new ReadingTotals('write', ids) }
    this.#sizes = new Map(ids.map((id) => [id, new SizeTotals()]))
  }

  /** Resolves when the episode is in the figures. One at a time. */
  async add(episode: Episode): Promise<void> {
    const audit = await auditEpisode(episode, this.#settings)
    const figures = episodeFigures(audit)
    this.#perEpisode.push(figures)
    if (this.#traces.length < TRACED_EPISODES) this.#traces.push(traceEpisode(audit))
    this.#farthest = farthestOf(this.#farthest, audit)
    this.#notShown += episode.notShown
    this.#readings.all.add(audit, figures.all)
    this.#readings.write.add(audit, figures.write)
    for (const [id, verdict] of audit.verdicts) {
      this.#sizes.get(id)?.add(audit.view, verdict, audit.systemChars)
    }
    addUp(this.#recorded, recordedOf(episode.messages))
    addUp(this.#erasures, audit.erasures)
  }

  /** What reports draw beyond the document. */
  details(): AuditDetails {
    return {
      farthest: this.#farthest,
      distances: this.#readings.all.distances(),
      sizeByCall: Object.fromEntries([...this.#sizes].map(([id, totals]) => [id, totals.meanByCall()])),
    }
  }

  document(): AuditDocument {
    const { cachedTokens, promptTokens } = this.#recorded
    const sum = (name: 'messages' | 'calls'): number =>
      this.#perEpisode.reduce((total, figures) => total + figures[name], 0)
    return {
      episodes: this.#perEpisode.length,
      messages: sum('messages'),
      messagesNotShownToAgent: this.#notShown,
      calls: sum('calls'),
      all: this.#readings.all.figures(),
      write: this.#readings.write.figures(),
      size: Object.fromEntries([...this.#sizes].map(([id, totals]) => [id, totals.figures()])),
      recorded: {
        ...this.#recorded,
        cost: round(this.#recorded.cost),
        cachedShare: shareOf(cachedTokens, promptTokens),
      },
      erasures: { ...this.#erasures },
      perEpisode: this.#perEpisode,
      traces: this.#traces,
    }
  }
}

function addUp<T extends object>(
  total: { [K in keyof T]: number },
  more: { readonly [K in keyof T]: number },
): void {
  for (const key of Object.keys(total) as (keyof T)[]) total[key] += more[key]
}
