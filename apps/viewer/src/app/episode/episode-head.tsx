import type { VNode } from 'preact'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import type { Trace } from '../../manifest/trace.ts'
import { navigate } from '../shell/use-route.ts'
import { count, dollars, score } from '../text/numbers.ts'
import { FoldedText, LongText, Printable } from '../text/printable.tsx'
import { environmentSum } from './data/call-facts.ts'
import type { OpenEpisode } from './data/use-episode.ts'

interface EpisodeHeadProps {
  readonly open: OpenEpisode
  readonly row: EpisodeRow | undefined
  readonly others: readonly EpisodeRow[]
  readonly step: number
  readonly back: string
}

/** Which episode it is, how it ended, and what it can be compared with. */
export function EpisodeHead({ open, row, others, step, back }: EpisodeHeadProps): VNode {
  const { trace, key } = open
  const compare = (index: number): void => {
    const right = others[index]
    if (right) navigate({ page: 'compare', left: key, right, step })
  }
  return (
    <header class="episode-head">
      <div class="head-line">
        <p class="crumbs">
          <a href={back}>Episodes</a> <span aria-hidden="true">/</span> <Printable text={key.run} />
        </p>
        {others.length > 0 && (
          <label class="compare-with">
            Compare with
            <select value="" onChange={({ currentTarget }) => compare(Number(currentTarget.value))}>
              <option value="" disabled>
                the same task by …
              </option>
              {others.map(({ run, file, runtime, model }, index) => (
                <option key={`${run}/${file}`} value={index}>
                  {run === key.run ? `${runtime}, ${model}` : `${runtime}, ${model}, run ${run}`}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <EpisodeTitle trace={trace} row={row} />
      {trace.problems.length > 0 && (
        <div class="warning" role="alert">
          The trace is damaged: <Printable text={trace.problems.slice(0, 3).join('; ')} />
          {trace.problems.length > 3 && `; and ${trace.problems.length - 3} more lines`}
        </div>
      )}
    </header>
  )
}

interface EpisodeTitleProps {
  readonly trace: Trace
  /** Of the table, for the figures that are there too. */
  readonly row: EpisodeRow | undefined
}

export function EpisodeTitle({ trace, row }: EpisodeTitleProps): VNode {
  const { episode, end, steps, calls, attempts } = trace
  const outcome = end?.outcome
  const isSession = trace.observations !== undefined
  const status = end?.status ?? (isSession ? row?.status : undefined) ?? 'unfinished'
  const sizes = calls.map(({ promptChars }) => promptChars)
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['benchmark', episode?.benchmark],
    ['variant', episode?.variant],
    ['problem', episode?.problem],
    ['model', episode?.model || undefined],
    ['seed', isSession || !episode ? undefined : String(episode.seed)],
    ['horizon', episode?.horizon === undefined ? undefined : count(episode.horizon)],
    ['steps', count(isSession ? (row?.steps ?? steps.length) : steps.length)],
    ['calls', count(isSession ? (row?.calls ?? 0) : calls.length)],
    ['failed requests', attempts.length > 0 ? count(attempts.length) : undefined],
    [
      'largest prompt',
      sizes.length > 0 ? `${count(sizes.reduce((a, b) => Math.max(a, b)))} characters` : undefined,
    ],
    ['tokens', row?.tokens === undefined ? undefined : count(row.tokens)],
    ['cost', row?.cost === undefined ? undefined : dollars(row.cost)],
    ['calls of the environment', environmentSum(row?.environment)],
    ['copied from', episode?.copiedFrom],
    ...Object.entries(outcome?.metrics ?? {}).map(
      ([name, value]) => [name, String(Number(value.toPrecision(4)))] as const,
    ),
  ]
  return (
    <>
      <h1>
        <Printable text={episode?.task ?? 'An episode without a name'} />{' '}
        <Printable class="runtime" text={episode?.runtime ?? ''} />
      </h1>
      <ul class="facts">
        <li>
          <span class={`status ${status}`}>{status}</span>
          {end?.status === 'truncated' && ` by the limit of ${end.limit}`}
        </li>
        {outcome && (
          <li>
            score <b>{score(outcome.reward)}</b>
          </li>
        )}
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <li key={name}>
                <Printable class="muted" text={name} /> <Printable text={value} />
              </li>
            ),
        )}
      </ul>
      {episode?.instructions !== undefined && (
        <FoldedText summary="What the task adds to the instructions" text={episode.instructions} />
      )}
      {end?.status === 'failed' && (
        <div class="warning">
          <LongText text={`${end.error.code}: ${end.error.message}`} />
        </div>
      )}
    </>
  )
}
