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
  const tabs = hasState ? TABS : TABS.filter(({ panel }) => !OF_STATE.includes(panel))
  return (
    <div class="panel-tabs">
      <Stepper step={route.step} total={total} link={(step) => formatRoute({ ...route, step })} />
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

interface StepperProps {
  readonly step: number
  readonly total: number
  readonly link: (step: number) => string
}

/** Which step is shown, with links to the one before and the one after. */
export function Stepper({ step, total, link }: StepperProps): VNode {
  return (
    <span class="stepper">
      <StepLink link={step > 0 && link(step - 1)} name="Previous step" sign="←" />
      <b>
        Step {step} <span class="muted">of {total - 1}</span>
      </b>
      <StepLink link={step + 1 < total && link(step + 1)} name="Next step" sign="→" />
    </span>
  )
}

function StepLink({ link, name, sign }: { link: string | false; name: string; sign: string }): VNode {
  if (link)
    return (
      <a class="button" href={link} aria-label={name}>
        {sign}
      </a>
    )
  return (
    <span class="button disabled" aria-hidden="true">
      {sign}
    </span>
  )
}
