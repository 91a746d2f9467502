import { isJsonObject, type PromptView, type Turn } from '@skill-state/protocol'
import { isFromStart } from '../shared/from-start.ts'
import { readEvent } from './describe.ts'

/** What a prompt makes known: the platform of each train, the one told longest ago first. */
export type Platforms = Map<string, string>

/** Reads the turns if they are all there are, else the state, else the summary and then the turns. */
export function knownPlatforms(view: PromptView): Platforms {
  if (view.state !== undefined && !isFromStart(view.history)) return platformsInState(view.state.platforms)
  const platforms = platformsInWords(view.summary ?? '')
  replayTurns(view.history, platforms)
  return platforms
}

/** Learns each platform that a turn tells, in place of one told before, and forgets trains that left. */
export function replayTurns(turns: readonly Turn[], platforms: Platforms): void {
  for (const { observation } of turns) {
    const event = readEvent(observation)
    if (event?.kind === 'told') {
      platforms.delete(event.train)
      platforms.set(event.train, event.platform)
    } else if (event?.kind === 'departure') platforms.delete(event.train)
  }
}

/** The platforms as sentences, which `platformsInWords` reads again. */
export function platformSentences(platforms: Platforms): readonly string[] {
  return [...platforms].map(([train, platform]) => `${train} leaves from ${platform}.`)
}

export function platformsInWords(text: string): Platforms {
  const platforms: Platforms = new Map()
  for (const [, train, platform] of text.matchAll(/\b(train_\d+) leaves from (platform_\d+)\./g)) {
    if (train !== undefined && platform !== undefined) platforms.set(train, platform)
  }
  return platforms
}

function platformsInState(stated: unknown): Platforms {
  const platforms: Platforms = new Map()
  if (!isJsonObject(stated)) return platforms
  for (const [train, platform] of Object.entries(stated)) {
    if (typeof platform === 'string') platforms.set(train, platform)
  }
  return platforms
}
