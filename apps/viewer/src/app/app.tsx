import { Component, type ComponentChildren, type VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Manifest } from '../manifest/manifest.ts'
import { ComparePage } from './compare/compare-page.tsx'
import { EpisodePage } from './episode/episode-page.tsx'
import { ListPage } from './list-page.tsx'
import { formatRoute, type Route } from './route.ts'
import { Help } from './shell/help.tsx'
import { useKeys } from './shell/use-keys.ts'
import { useManifest } from './shell/use-manifest.ts'
import { useRoute } from './shell/use-route.ts'
import { Printable } from './text/printable.tsx'

export function App(): VNode {
  const route = useRoute()
  const { manifest, error } = useManifest()
  const [help, setHelp] = useState(false)
  const back = useRef('#/episodes')
  if (route.page === 'episodes' || route.page === 'plots') back.current = formatRoute(route)
  useKeys({ '?': () => setHelp(true) })
  useEffect(() => {
    if (route.page !== 'episode') document.title = `${manifest?.title ?? 'Runs'} · skill-state`
  }, [route.page, manifest])
  return (
    <>
      <header class="top">
        <a class="brand" href="#/episodes">
          skill-state
        </a>
        <Printable class="folder" text={manifest?.title ?? ''} />
        {error !== undefined && (
          <span class="bad" role="alert">
            {manifest ? 'Not up to date: ' : ''}
            <Printable text={error} />
          </span>
        )}
        <span class="spring" />
        <button type="button" class="icon" title="Keys  ?" aria-label="Keys" onClick={() => setHelp(true)}>
          ?
        </button>
      </header>
      {manifest && (
        <ErrorBoundary view={formatRoute(route)}>
          <View manifest={manifest} route={route} back={back.current} />
        </ErrorBoundary>
      )}
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  )
}

function View({ manifest, route, back }: { manifest: Manifest; route: Route; back: string }): VNode {
  switch (route.page) {
    case 'episode':
      return <EpisodePage manifest={manifest} route={route} back={back} />
    case 'compare':
      return <ComparePage manifest={manifest} route={route} back={back} />
    default:
      return <ListPage manifest={manifest} page={route.page} query={route.query} />
  }
}

interface ErrorBoundaryProps {
  readonly children: ComponentChildren
  /** The view: another one is shown as if nothing had been. */
  readonly view: string
}

/** Says what went wrong in a view, in place of an empty page. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: Error; view?: string }> {
  override componentDidCatch(error: Error): void {
    this.setState({ error, view: this.props.view })
  }

  override render(): ComponentChildren {
    const { error, view } = this.state
    if (error === undefined || view !== this.props.view) return this.props.children
    return (
      <main class="message">
        <h1>This view failed</h1>
        <p role="alert">{error.message}</p>
        <a href="#/episodes">All episodes</a>
      </main>
    )
  }
}
