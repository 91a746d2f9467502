import { merge } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import { useEffect, useState } from 'preact/hooks'
import { type Conditions, seriesOf } from '../../../manifest/conditions.ts'
import type { Manifest } from '../../../manifest/manifest.ts'
import type { SessionDocument } from '../../../manifest/session.ts'
import type { Trace } from '../../../manifest/trace.ts'
import { loadConditions, loadSession, loadTrace } from '../../load.ts'
import { type EpisodeKey, isSameKey } from '../../route.ts'

/** An episode with what its run says of it. */
export interface OpenEpisode {
  readonly key: EpisodeKey
  readonly trace: Trace
  /** Absent for a session. */
  readonly conditions: Conditions | undefined
  /** Σ_0, Σ_1, …; absent for a runtime without a state. */
  readonly states: readonly JsonObject[] | undefined
  /** Present for a session. */
  readonly session?: Pick<SessionDocument, 'prompts' | 'waiting'> | undefined
}

export interface EpisodeState {
  readonly open?: OpenEpisode
  readonly error?: string
}

/** Loads an episode, and again when its trace has grown. */
export function useEpisode(manifest: Manifest, key: EpisodeKey): EpisodeState {
  const [state, setState] = useState<EpisodeState>({})
  const row = manifest.episodes.find((each) => isSameKey(each, key))
  const version = `${row?.bytes} ${row?.status} ${row?.steps}`
  useEffect(() => {
    let dropped = false
    setState((known) => (known.open && isSameKey(known.open.key, key) ? known : {}))
    const isSession = manifest.runs.some(({ name, sessions }) => name === key.run && sessions)
    const loading = isSession ? openSession(key) : load(key)
    loading.then(
      (open) => !dropped && setState({ open }),
      (error: unknown) =>
        !dropped && setState({ error: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      dropped = true
    }
  }, [key.run, key.file, version])
  return state
}

async function openSession(key: EpisodeKey): Promise<OpenEpisode> {
  const { trace, states, prompts, waiting } = await loadSession(key)
  return { key, trace, conditions: undefined, states, session: { prompts, waiting } }
}

async function load(key: EpisodeKey): Promise<OpenEpisode> {
  const [trace, conditions] = await Promise.all([loadTrace(key), loadConditions(key.run)])
  const series = trace.episode && seriesOf(conditions, trace.episode)
  const skill = series === undefined ? undefined : conditions.series[series]?.benchmark
  return { key, trace, conditions, states: skill && statesOf(trace, skill.initialState) }
}

/** Number of steps that the trace says anything of, one that is under way included; at least 1. */
export function countSteps({ observations = [], steps, calls, attempts }: Trace): number {
  const last = Math.max(calls.at(-1)?.step ?? 0, attempts.at(-1)?.step ?? 0)
  return Math.max(1, steps.length, observations.length, last + 1)
}

/**
 * Σ_0, Σ_1, …: the state before each step and after the last, by the recorded patches. Undefined for a runtime without a
 * state.
 */
export function statesOf(
  { steps }: Pick<Trace, 'steps'>,
  initialState: JsonObject,
): readonly JsonObject[] | undefined {
  if (!steps.some(({ stateHash }) => stateHash !== undefined)) return undefined
  const states = [initialState]
  for (const { patch, fallback, rolledBack } of steps) {
    const before = states.at(-1) ?? initialState
    const stays = patch === undefined || fallback || rolledBack !== undefined
    states.push(stays ? before : merge(before, patch))
  }
  return states
}
