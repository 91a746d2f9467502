import type { VNode } from 'preact'
import { formatRoute, type Panel, type Route } from '../../route.ts'

interface PanelTabsProps {
  readonly route: Extract<Route, { page: 'episode' }>
  readonly total: number
  readonly hasState: boolean
}

const TABS: readonly { readonly panel: Panel; readonly title: string; readonly key?: string }[] = [
  { panel: 'step', title: 'Step' },
  { panel: 'prompt', title: 'Prompt', key: 'p' },
  { panel: 'state', title: 'State', key: 's' },
  { panel: 'diff', title: 'Diff', key: 'd' },
  { panel: 'why', title: 'Why', key: 'w' },
  { panel: 'missing', title: 'Missing', key: 'm' },
]

/** Tabs that only a runtime with a state has. */
const OF_STATE: readonly Panel[] = ['state', 'diff', 'why']

/** Goes from step to step, and to what else can be asked of this one. */
export function PanelTabs({ route, total, hasState }: PanelTabsProps): VNode {
  const { step } = route
  const tabs = hasState ? TABS : TABS.filter(({ panel }) => !OF_STATE.includes(panel))
  return (
    <div class="panel-tabs">
      <span class="stepper">
        <StepLink route={route} to={step - 1} total={total} name="Previous step" sign="←" />
        <b>
          Step {step} <span class="muted">of {total - 1}</span>
        </b>
        <StepLink route={route} to={step + 1} total={total} name="Next step" sign="→" />
      </span>
      <nav class="tabs" aria-label="What is shown of the step">
        {tabs.map(({ panel, title, key }) => (
          <a
            key={panel}
            href={formatRoute({ ...route, panel, pointer: '' })}
            aria-current={panel === route.panel ? 'page' : undefined}
            aria-keyshortcuts={key}
          >
            {title}
            {key && <kbd>{key}</kbd>}
          </a>
        ))}
      </nav>
    </div>
  )
}

interface StepLinkProps extends Pick<PanelTabsProps, 'route' | 'total'> {
  readonly to: number
  readonly name: string
  readonly sign: string
}

function StepLink({ route, to, total, name, sign }: StepLinkProps): VNode {
  const isThere = to >= 0 && to < total
  if (!isThere)
    return (
      <span class="button disabled" aria-hidden="true">
        {sign}
      </span>
    )
  return (
    <a class="button" href={formatRoute({ ...route, step: to })} aria-label={name}>
      {sign}
    </a>
  )
}
