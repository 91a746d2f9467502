import type { RetractionEvent } from './events.ts'

/** The event's line. A platform stands in the lines that announce or correct it and nowhere else. */
export function describeEvent(event: RetractionEvent): string {
  switch (event.kind) {
    case 'announcement':
      return `${event.train} leaves from ${event.platform}.`
    case 'correction':
      return `Correction: ${event.train} leaves from ${event.platform}, not from ${event.wrong} as ${event.told} before. ${event.reason}`
    case 'enquiry':
      return `A passenger asks for ${event.train}.`
    case 'departure':
      return `${event.train} has left.`
  }
}

/** An event as the agent sees it: an enquiry without its platform. A correction tells like an announcement. */
export type ShownEvent =
  | { readonly kind: 'told'; readonly train: string; readonly platform: string; readonly corrects: boolean }
  | { readonly kind: 'enquiry'; readonly train: string }
  | { readonly kind: 'departure'; readonly train: string }

const announcement = /^(train_\d+) leaves from (platform_\d+)\.$/
const correction =
  /^Correction: (train_\d+) leaves from (platform_\d+), not from platform_\d+ as (?:announced|corrected) before\. /
const enquiry = /^A passenger asks for (train_\d+)\.$/
const departure = /^(train_\d+) has left\.$/

/** Reads the event of an observation: its last line. Undefined if it is no event. */
export function readEvent(observation: string): ShownEvent | undefined {
  const line = observation.slice(observation.lastIndexOf('\n') + 1)
  for (const pattern of [announcement, correction]) {
    const [, train, platform] = pattern.exec(line) ?? []
    if (train === undefined || platform === undefined) continue
    return { kind: 'told', train, platform, corrects: pattern === correction }
  }
  const asked = enquiry.exec(line)?.[1]
  if (asked !== undefined) return { kind: 'enquiry', train: asked }
  const left = departure.exec(line)?.[1]
  return left === undefined ? undefined : { kind: 'departure', train: left }
}
