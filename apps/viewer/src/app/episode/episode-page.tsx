import type { VNode } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Manifest } from '../../manifest/manifest.ts'
import { formatRoute, type Panel, type Route } from '../route.ts'
import { stepKeys, useKeys } from '../shell/use-keys.ts'
import { currentRoute, follow, navigate } from '../shell/use-route.ts'
import { mistakesOf } from './data/attempts.ts'
import { counterparts, rowOf } from './data/counterparts.ts'
import { type OpenEpisode, useEpisode } from './data/use-episode.ts'
import { EpisodeHead } from './episode-head.tsx'
import { MissingPanel } from './panels/missing-panel.tsx'
import { PanelTabs } from './panels/panel-tabs.tsx'
import { PromptPanel } from './panels/prompt-panel.tsx'
import { SizePlot } from './panels/size-plot.tsx'
import { DiffPanel, StatePanel } from './panels/state-panels.tsx'
import { WhyPanel } from './panels/why-panel.tsx'
import { StepList } from './steps/step-list.tsx'
import { StepView } from './steps/step-view.tsx'

type EpisodeRoute = Extract<Route, { page: 'episode' }>

interface EpisodePageProps {
  readonly manifest: Manifest
  readonly route: EpisodeRoute
  /** Where `Escape` leads: the table as it was left. */
  readonly back: string
}

/** One episode: its steps as a list, and what is asked of the chosen one. */
export function EpisodePage({ manifest, route, back }: EpisodePageProps): VNode {
  const { open, error } = useEpisode(manifest, route.episode, route.step)
  if (error !== undefined) {
    return (
      <main class="message">
        <h1>This episode cannot be opened</h1>
        <p>{error}</p>
        <a href={back}>All episodes</a>
      </main>
    )
  }
  if (open === undefined) return <main class="message" aria-busy="true" />
  return <Opened manifest={manifest} route={route} back={back} open={open} />
}

function Opened({ manifest, route, back, open }: EpisodePageProps & { readonly open: OpenEpisode }): VNode {
  const { trace, total } = open
  const step = Math.min(route.step, total - 1)
  const filter = useRef<HTMLInputElement>(null)
  const others = counterparts(manifest, route.episode)
  const now = (): EpisodeRoute => {
    const newest = currentRoute()
    return newest.page === 'episode' ? newest : route
  }
  const go = (to: Partial<EpisodeRoute>): void => navigate({ ...now(), ...to }, 'replace')
  const goTo = (to: number): void => go({ step: Math.min(total - 1, Math.max(0, to)) })
  const move = (by: number): void => goTo(Math.min(total - 1, now().step) + by)
  const toggle = (panel: Panel): void => go({ panel: now().panel === panel ? 'step' : panel, pointer: '' })
  const mistakes = useMemo(() => mistakesOf(trace), [trace])
  const shown = (): number => Math.min(total - 1, now().step)
  const toMistake = (to: number | undefined): void => {
    if (to !== undefined) goTo(to)
  }
  useKeys({
    ...stepKeys(move),
    n: () => toMistake(mistakes.find((each) => each > shown())),
    N: () => toMistake(mistakes.findLast((each) => each < shown())),
    p: () => toggle('prompt'),
    s: () => toggle('state'),
    d: () => toggle('diff'),
    w: () => toggle('why'),
    m: () => toggle('missing'),
    c: () => {
      const [right] = others
      if (right) navigate({ page: 'compare', left: route.episode, right, step })
    },
    '/': () => filter.current?.focus(),
    Escape: () => (now().panel === 'step' ? follow(back) : go({ panel: 'step' })),
  })
  useEffect(() => {
    document.title = `${trace.episode?.task ?? 'Episode'}, step ${step} · skill-state`
  }, [trace, step])

  return (
    <main class="episode">
      <EpisodeHead open={open} row={rowOf(manifest, route.episode)} others={others} step={step} back={back} />
      <SizePlot traces={[open]} step={step} onPick={goTo} />
      <div class="columns">
        <StepList
          open={open}
          step={step}
          filter={filter}
          mistakes={mistakes}
          link={(to) => formatRoute({ ...route, step: to })}
        />
        <section class="panel" aria-label={`Step ${step}`}>
          <PanelTabs route={{ ...route, step }} total={total} hasState={open.states !== undefined} />
          <PanelOf manifest={manifest} route={{ ...route, step }} open={open} />
        </section>
      </div>
    </main>
  )
}

function PanelOf({
  manifest,
  route,
  open,
}: Omit<EpisodePageProps, 'back'> & { readonly open: OpenEpisode }): VNode {
  const { step, panel, pointer } = route
  const whyLink = (asked: string): string => formatRoute({ ...route, panel: 'why', pointer: asked })
  switch (panel) {
    case 'prompt':
      return <PromptPanel open={open} step={step} />
    case 'state':
      return <StatePanel open={open} step={step} whyLink={whyLink} />
    case 'diff':
      return <DiffPanel open={open} step={step} whyLink={whyLink} />
    case 'why':
      return (
        <WhyPanel
          open={open}
          step={step}
          pointer={pointer}
          whyLink={whyLink}
          stepLink={(to) => formatRoute({ ...route, step: to, panel: 'step' })}
        />
      )
    case 'missing':
      return (
        <MissingPanel
          manifest={manifest}
          open={open}
          step={step}
          stepLink={(to) => formatRoute({ ...route, step: to })}
        />
      )
    default:
      return <StepView open={open} step={step} whyLink={whyLink} />
  }
}
