import { merge } from '@skill-state/core'
import type { CallLine } from '@skill-state/eval'
import { type JsonObject, reasonOf } from '@skill-state/protocol'
import { useEffect, useState } from 'preact/hooks'
import { type Conditions, seriesOf } from '../../../manifest/conditions.ts'
import type { EpisodeKey, Manifest } from '../../../manifest/manifest.ts'
import { type SessionDocument, type StepParts, WINDOW_STEPS } from '../../../manifest/session.ts'
import type { Trace } from '../../../manifest/trace.ts'
import { loadConditions, loadSession, loadTrace } from '../../load.ts'
import { isSameKey } from '../../route.ts'
import { observationOf } from './attempts.ts'

/** An episode with what its run says of it. */
export interface OpenEpisode {
  readonly key: EpisodeKey
  /** Of a long session the lists hold the steps of a window alone, each in its place. */
  readonly trace: Trace
  /** The steps that are loaded, of so many. */
  readonly from: number
  readonly to: number
  readonly total: number
  readonly conditions: Conditions | undefined
  /** Σ_0, Σ_1, …; absent for a runtime without a state. */
  readonly states: readonly JsonObject[] | undefined
  readonly session?: Pick<SessionDocument, 'prompts' | 'waiting'> | undefined
  /** What each step has used, part by part; undefined if it is not on record. */
  readonly parts: readonly (StepParts | undefined)[]
}

export interface EpisodeState {
  readonly open?: OpenEpisode
  readonly error?: string
}

/** Loads an episode, of a session the part around a step, and again when its trace has grown. */
export function useEpisode(manifest: Manifest, key: EpisodeKey, step: number): EpisodeState {
  const [state, setState] = useState<EpisodeState>({})
  const row = manifest.episodes.find((each) => isSameKey(each, key))
  const version = `${row?.bytes} ${row?.status} ${row?.steps}`
  const isSession = manifest.runs.some(({ name, sessions }) => name === key.run && sessions)
  const window = isSession ? Math.floor(Math.min(step, row?.steps ?? 0) / WINDOW_STEPS) : 0
  useEffect(() => {
    let dropped = false
    setState((known) => (isOpen(known, key, window) ? known : {}))
    const loading = isSession ? openSession(key, window, row?.steps ?? 0) : load(key)
    loading.then(
      (open) => !dropped && setState({ open }),
      (error: unknown) => !dropped && setState({ error: reasonOf(error) }),
    )
    return () => {
      dropped = true
    }
  }, [key.run, key.file, version, window])
  return state
}

function isOpen({ open }: EpisodeState, key: EpisodeKey, window: number): boolean {
  return open !== undefined && isSameKey(open.key, key) && Math.floor(open.from / WINDOW_STEPS) === window
}

async function openSession(key: EpisodeKey, window: number, known: number): Promise<OpenEpisode> {
  const { from, trace, states, prompts, parts, waiting } = await loadSession(key, window)
  const { steps, observations = [] } = trace
  const to = from + Math.max(1, observations.length)
  return {
    key,
    trace: { ...trace, steps: placed(steps, from), observations: placed(observations, from) },
    from,
    to,
    total: Math.max(known, to),
    conditions: undefined,
    states: placed(states, from),
    session: { prompts: placed(prompts, from), waiting },
    parts: placed(parts, from),
  }
}

/** With the first value in place `from`, and nothing before it. */
function placed<T>(values: readonly T[], from: number): readonly T[] {
  const all: T[] = []
  for (const [at, value] of values.entries()) all[from + at] = value
  return all
}

async function load(key: EpisodeKey): Promise<OpenEpisode> {
  const [trace, conditions] = await Promise.all([loadTrace(key), loadConditions(key.run)])
  const series = trace.episode && seriesOf(conditions, trace.episode)
  const skill = series === undefined ? undefined : conditions.series[series]?.benchmark
  const states = skill && statesOf(trace, skill.initialState)
  const total = countSteps(trace)
  return { key, trace, from: 0, to: total, total, conditions, states, parts: partsOf(trace, states) }
}

/** Number of steps that the trace says anything of, one that is under way included; at least 1. */
function countSteps({ steps, calls, attempts }: Trace): number {
  const last = Math.max(calls.at(-1)?.step ?? 0, attempts.at(-1)?.step ?? 0)
  return Math.max(1, steps.length, last + 1)
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

/** What a prompt has beside state and observation, for runtimes that a browser does not take apart. */
const REST = 'instructions, history'

/** The parts of the largest call of each step, by what the trace has: its state, its observation, and the rest. */
function partsOf(
  trace: Trace,
  states: readonly JsonObject[] | undefined,
): readonly (StepParts | undefined)[] {
  const largest: (CallLine | undefined)[] = Array.from({ length: trace.steps.length })
  for (const call of trace.calls) {
    const { promptChars = -1 } = largest[call.step] ?? {}
    if (call.promptChars > promptChars) largest[call.step] = call
  }
  return largest.map((call, step) => call && split(call, states?.[step], observationOf(trace, step)?.text))
}

function split(
  { promptChars, usage: { inputTokens, cachedInputTokens } }: CallLine,
  state: JsonObject | undefined,
  observed = '',
): StepParts {
  const observation = Math.min(promptChars, observed.length)
  const written = state === undefined ? 0 : Math.min(promptChars - observation, JSON.stringify(state).length)
  const sizes = { [REST]: promptChars - observation - written, state: written, observation }
  let cached = inputTokens && cachedInputTokens === undefined ? undefined : (cachedInputTokens ?? 0)
  const parts = Object.entries(sizes).map(([name, chars]) => {
    const tokens = inputTokens && (inputTokens * chars) / promptChars
    const cachedTokens = tokens === undefined || cached === undefined ? undefined : Math.min(cached, tokens)
    if (cached !== undefined) cached -= cachedTokens ?? 0
    return [name, { chars, tokens, cachedTokens }] as const
  })
  return Object.fromEntries(parts)
}
