import type { Episode } from '@skill-state/audit'
import { factLine, missingFacts, originsOf, traceEpisode } from '@skill-state/audit/missing'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Manifest } from '../../../manifest/manifest.ts'
import type { Trace } from '../../../manifest/trace.ts'
import { loadTrace } from '../../load.ts'
import { isSameKey } from '../../route.ts'
import { Printable } from '../../text/printable.tsx'
import type { OpenEpisode } from '../data/use-episode.ts'

type BadAction = ReturnType<typeof missingFacts>[number]

interface MissingPanelProps {
  readonly manifest: Manifest
  readonly open: OpenEpisode
  readonly step: number
  readonly stepLink: (step: number) => string
}

/** Episodes of the run that are read to learn where values come from. */
const MOST_OTHERS = 20

/** Of each wrong or impossible action: which fact was missing, when it was last seen, which field would have held it. */
export function MissingPanel({ manifest, open, step, stepLink }: MissingPanelProps): VNode {
  const actions = useMissing(manifest, open)
  if (actions === undefined) return <p class="nothing">The run is being read …</p>
  const here = actions.filter(({ call }) => call === step)
  const steps = [...new Set(actions.map(({ call }) => call))]
  return (
    <div class="missing-panel">
      {here.length === 0 && <p class="nothing">The action of this step was neither rejected nor made up.</p>}
      {here.map((action, index) => (
        <Action key={index} action={action} />
      ))}
      {steps.length > 0 && (
        <p class="about">
          Wrong or impossible actions of the episode:{' '}
          {steps.map((each) => (
            <a key={each} href={stepLink(each)} aria-current={each === step ? 'step' : undefined}>
              step {each}{' '}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}

function Action({ action }: { readonly action: BadAction }): VNode {
  const { tool, why, answer = '', facts } = action
  return (
    <>
      <p class="warning">
        <Printable as="code" text={tool} />{' '}
        {why === 'rejected' ? 'was rejected: ' : 'was executed with a value that nothing had given. '}
        {why === 'rejected' && <Printable text={answer} />}
      </p>
      {facts.length === 0 && (
        <p>Every value in it had been given by a user or a result: no fact was missing.</p>
      )}
      <ul>
        {facts.map((fact) => (
          <li key={fact.argument}>
            <Printable text={factLine(fact, action)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function useMissing(manifest: Manifest, open: OpenEpisode): readonly BadAction[] | undefined {
  const [actions, setActions] = useState<readonly BadAction[]>()
  useEffect(() => {
    let dropped = false
    const { key, trace, states } = open
    const others = manifest.episodes
      .filter((row) => row.run === key.run && !isSameKey(row, key))
      .slice(0, MOST_OTHERS)
    const loads = others.map(async (row) => await loadTrace(row).catch(() => undefined))
    void Promise.all(loads).then((loaded) => {
      if (dropped) return
      const episode = toldEpisode(trace)
      const origins = originsOf([
        episode,
        ...loaded.flatMap((each) => (each === undefined ? [] : [toldEpisode(each)])),
      ])
      const shownAt = states && ((call: number) => JSON.stringify(states[call] ?? {}))
      setActions(missingFacts(episode, origins, { shownAt }))
    })
    return () => {
      dropped = true
    }
  }, [manifest, open])
  return actions
}

/** A trace as a conversation in which the call of a step has the step's number. */
export function toldEpisode({ episode, reset, observations, steps, end }: Trace): Episode {
  const told = steps.flatMap((step, index) => {
    const shown = observations?.[index]
    const isNews = shown !== undefined && (index === 0 || shown.text !== steps[index - 1]?.result?.text)
    const { reply, ...calls }: JsonObject = isJsonObject(step.action) ? step.action : {}
    const isReply = typeof reply === 'string' && Object.keys(calls).length === 0
    const said = observations && isReply ? { ...step, action: { respond: reply } } : step
    return isNews ? [{ kind: 'reset', observation: shown }, said] : [said]
  })
  const lines = [episode, reset, ...told, end].filter((line) => line !== undefined)
  return traceEpisode(lines as unknown as readonly JsonObject[])
}
