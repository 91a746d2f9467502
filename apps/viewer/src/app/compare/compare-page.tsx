import type { VNode } from 'preact'
import type { EpisodeRow, Manifest } from '../../manifest/manifest.ts'
import { rowOf } from '../episode/data/counterparts.ts'
import { type EpisodeState, useEpisode } from '../episode/data/use-episode.ts'
import { EpisodeTitle } from '../episode/episode-head.tsx'
import { Stepper } from '../episode/panels/panel-tabs.tsx'
import { SizePlot } from '../episode/panels/size-plot.tsx'
import { StepView } from '../episode/steps/step-view.tsx'
import { formatRoute, type Route } from '../route.ts'
import { stepKeys, useKeys } from '../shell/use-keys.ts'
import { currentRoute, follow, navigate } from '../shell/use-route.ts'
import { FoldedDifference } from '../text/difference.tsx'
import { PromptDifference } from './prompt-difference.tsx'

type CompareRoute = Extract<Route, { page: 'compare' }>

interface ComparePageProps {
  readonly manifest: Manifest
  readonly route: CompareRoute
  readonly back: string
}

export function ComparePage({ manifest, route, back }: ComparePageProps): VNode {
  const states = {
    left: useEpisode(manifest, route.left, route.step),
    right: useEpisode(manifest, route.right, route.step),
  }
  const [left, right] = [states.left.open, states.right.open]
  const open = [left, right].filter((each) => each !== undefined)
  const total = Math.max(1, ...open.map(({ total }) => total))
  const step = Math.min(route.step, total - 1)
  const linkOf = (side: 'left' | 'right'): string =>
    formatRoute({ page: 'episode', episode: route[side], step, panel: 'step', pointer: '' })
  const go = (to: number): void =>
    navigate({ ...route, step: Math.min(total - 1, Math.max(0, to)) }, 'replace')
  const move = (by: number): void => {
    const now = currentRoute()
    go((now.page === 'compare' ? Math.min(now.step, total - 1) : step) + by)
  }
  useKeys({
    ...stepKeys(move),
    x: () => navigate({ ...route, left: route.right, right: route.left, step }, 'replace'),
    Escape: () => follow(back),
  })
  return (
    <main class="compare">
      <p class="crumbs">
        <a href={back}>Episodes</a> <span aria-hidden="true">/</span> two episodes at the same step
      </p>
      <SizePlot traces={open} step={step} onPick={go} />
      <div class="panel-tabs">
        <Stepper step={step} total={total} link={(to) => formatRoute({ ...route, step: to })} />
      </div>
      {left && right && (
        <FoldedDifference summary="The difference of the two prompts">
          <PromptDifference left={left} right={right} step={step} />
        </FoldedDifference>
      )}
      <div class="sides">
        {(['left', 'right'] as const).map((side) => (
          <Side
            key={side}
            state={states[side]}
            row={rowOf(manifest, route[side])}
            link={linkOf(side)}
            step={step}
          />
        ))}
      </div>
    </main>
  )
}

interface SideProps {
  readonly state: EpisodeState
  readonly row: EpisodeRow | undefined
  readonly link: string
  readonly step: number
}

function Side({ state, row, link, step }: SideProps): VNode {
  const { open, error } = state
  if (error !== undefined) return <section class="side warning">{error}</section>
  if (open === undefined) return <section class="side" aria-busy="true" />
  const isOver = step >= open.total
  return (
    <section class="side" aria-label={open.trace.episode?.runtime}>
      <header class="episode-head">
        <EpisodeTitle trace={open.trace} row={row} />
        <a href={link}>Open this episode</a>
      </header>
      {isOver ? (
        <p class="nothing">The episode was over before this step.</p>
      ) : (
        <StepView open={open} step={step} />
      )}
    </section>
  )
}
