import { defaultPolicies, type PolicyRecord } from '@skill-state/policies'
import type { Episode, Message } from './episode.ts'
import { type Erasures, erasuresOf } from './measure/erasures.ts'
import { judgePolicy, type PolicyVerdict } from './measure/judge-policy.ts'
import { type RequiredState, requiredStates } from './measure/required.ts'
import { type Need, needsOf, type Reading } from './needs/needs.ts'
import { type View, viewOf } from './needs/view.ts'

/** What the reader of the recordings knows beside them. */
export interface AuditOptions {
  /** The system prompt. By default each episode's own; empty if the recording holds none. */
  readonly prompt?: string | undefined
  /** Tools by which the model writes notes of its own: no needs, no sources. */
  readonly stateTools?: readonly string[] | undefined
  /** Tools that change something. By default what each recording or its format tells. */
  readonly writeTools?: readonly string[] | undefined
  readonly policies?: readonly PolicyRecord[] | undefined
}

export interface EpisodeAudit {
  readonly episode: Episode
  readonly view: View
  readonly needs: readonly Need[]
  /** Characters of the system line of each prompt. */
  readonly systemChars: number
  readonly verdicts: ReadonlyMap<string, PolicyVerdict>
  readonly required: Readonly<Record<Reading, RequiredState>>
  readonly erasures: Erasures
}

/** Options with every default filled in, so that an episode needs no look at them again. */
export interface AuditSettings {
  readonly prompt: string | undefined
  readonly stateTools: ReadonlySet<string>
  readonly writeTools: ReadonlySet<string> | undefined
  readonly policies: readonly PolicyRecord[]
}

export function settingsOf(options: AuditOptions): AuditSettings {
  return {
    prompt: options.prompt,
    stateTools: new Set(options.stateTools),
    writeTools: options.writeTools && new Set(options.writeTools),
    policies: options.policies ?? defaultPolicies,
  }
}

/** Audits one episode: what its calls needed, and what would have shown it. */
export async function auditEpisode(episode: Episode, settings: AuditSettings): Promise<EpisodeAudit> {
  const view = viewOf(episode, settings.stateTools, settings.prompt)
  const needs = needsOf(view, settings)
  const systemLine = `system: ${view.prompt}\n`
  const verdicts = new Map<string, PolicyVerdict>()
  for (const policy of settings.policies)
    verdicts.set(policy.id, await judgePolicy(policy, view, needs, systemLine))
  return {
    episode,
    view,
    needs,
    systemChars: systemLine.length,
    verdicts,
    required: requiredStates(view, needs),
    erasures: erasuresOf(view, needs, settings.stateTools),
  }
}

/** What the provider reported of an episode, summed. */
export interface Recorded {
  readonly callsWithUsage: number
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly cost: number
  readonly toolErrors: number
}

export function recordedOf(messages: readonly Message[]): Recorded {
  const billed = messages.filter(({ role, usage }) => role === 'assistant' && usage !== undefined)
  const sum = (figure: (message: Message) => number | undefined): number =>
    billed.reduce((total, message) => total + (figure(message) ?? 0), 0)
  return {
    callsWithUsage: billed.length,
    promptTokens: sum(({ usage }) => usage?.promptTokens),
    cachedTokens: sum(({ usage }) => usage?.cachedTokens),
    completionTokens: sum(({ usage }) => usage?.completionTokens),
    cost: sum(({ cost }) => cost),
    toolErrors: messages.filter(({ role, error }) => role === 'tool' && error === true).length,
  }
}
