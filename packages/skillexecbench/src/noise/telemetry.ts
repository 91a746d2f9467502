import type { Environment, Observation } from '@skill-state/protocol'
import { requireStarted } from '../shared/episode-environment.ts'
import { type Random, randomStream } from './random.ts'
import type { NoiseSource } from './source.ts'

export interface WithNoiseOptions {
  readonly lines: number
  readonly source: NoiseSource
}

/** The same world, with n lines of noise after every observation but the last. The noise depends on seed, source and n alone. */
export function withNoise(environment: Environment, { lines, source }: WithNoiseOptions): Environment {
  const { actionSchema, noop } = environment
  let random: Random | undefined

  function disturb(observation: Observation): Observation {
    const current = requireStarted('noise', random)
    if (observation.done) return observation
    const noise = Array.from({ length: lines }, () => source(current))
    return { ...observation, text: appendTelemetry(observation.text, noise) }
  }

  return {
    actionSchema,
    noop,
    async reset(options) {
      const observation = await environment.reset(options)
      random = randomStream(options.seed, 'noise')
      return disturb(observation)
    },
    async step(action, options) {
      return disturb(await environment.step(action, options))
    },
    outcome: () => environment.outcome(),
    close: () => environment.close(),
  }
}

/** The line above all noise (Appendix C). Nothing below it is addressed to the agent. */
export const TELEMETRY_HEADER = '--- BACKGROUND TELEMETRY ---'

/** The text, an empty line, the header, then the lines. */
export function appendTelemetry(text: string, lines: readonly string[]): string {
  return [text, '', TELEMETRY_HEADER, ...lines].join('\n')
}

/** The part of an observation that is addressed to the agent: the text above the header. */
export function aboveTelemetry(observation: string): string {
  if (!observation.includes(TELEMETRY_HEADER)) return observation
  const lines = observation.split('\n')
  const header = lines.indexOf(TELEMETRY_HEADER)
  if (header === -1) return observation
  const end = lines[header - 1] === '' ? header - 1 : header
  return lines.slice(0, end).join('\n')
}

export function linesOfNoise(observation: string): number {
  const at = observation.indexOf(`\n${TELEMETRY_HEADER}\n`)
  return at === -1 ? 0 : observation.slice(at + TELEMETRY_HEADER.length + 2).split('\n').length
}
