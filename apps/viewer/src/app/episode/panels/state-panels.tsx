import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { sha256 } from '../../replay/sha256.ts'
import { stateLines } from '../../state/state-lines.ts'
import { StateView } from '../../state/state-view.tsx'
import { count } from '../../text/numbers.ts'
import type { OpenEpisode } from '../data/use-episode.ts'

interface StatePanelProps {
  readonly open: OpenEpisode
  readonly step: number
  readonly whyLink: (pointer: string) => string
}

const NO_STATE = 'This runtime carries no state.'

/** Σ_{t+1}, whole. */
export function StatePanel({ open, step, whyLink }: StatePanelProps): VNode {
  const state = open.states?.[step + 1] ?? open.states?.[step]
  if (state === undefined) return <p class="nothing">{NO_STATE}</p>
  const lines = stateLines(state, state)
  return (
    <>
      <p class="about">
        The state after the step: {count(JSON.stringify(state).length)} characters.{' '}
        <Agreement open={open} step={step} />
      </p>
      {lines.length === 0 && <p class="nothing">empty</p>}
      <StateView lines={lines} label="State after the step" whyLink={whyLink} />
    </>
  )
}

/** Σ_t and Σ_{t+1} in one text. */
export function DiffPanel({ open, step, whyLink }: StatePanelProps): VNode {
  const before = open.states?.[step]
  if (before === undefined) return <p class="nothing">{NO_STATE}</p>
  const lines = stateLines(before, open.states?.[step + 1] ?? before)
  const changed = lines.filter(({ mark }) => mark !== 'same').length
  return (
    <>
      <p class="about">
        {changed === 0 ? 'The step changed nothing.' : 'The whole state, with what the step changed.'}
      </p>
      <StateView lines={lines} label="State before and after the step" whyLink={whyLink} />
    </>
  )
}

/** Whether the state that the patches lead to is the recorded one. */
function Agreement({ open, step }: Pick<StatePanelProps, 'open' | 'step'>): VNode | null {
  const [agrees, setAgrees] = useState<boolean>()
  const recorded = open.trace.steps[step]?.stateHash
  const state = open.states?.[step + 1]
  useEffect(() => {
    let dropped = false
    setAgrees(undefined)
    if (recorded === undefined) return
    void sha256(JSON.stringify(state)).then((hash) => {
      if (!dropped && hash !== undefined) setAgrees(hash === recorded)
    })
    return () => {
      dropped = true
    }
  }, [state, recorded])
  if (agrees === undefined) return null
  return (
    <span class={agrees ? 'good' : 'bad'}>
      {agrees ? '✓ its SHA-256 is the recorded one' : '✗ its SHA-256 is not the recorded one'}
    </span>
  )
}
