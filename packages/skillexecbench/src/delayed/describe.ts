import type { DelayedEvent } from './events.ts'

/** The event's line. The tag stands in the deposit's line and nowhere else. */
export function describeEvent(event: DelayedEvent): string {
  if (event.kind === 'deposit') return `${event.guest} hands in a bag under tag ${event.tag}.`
  if (event.kind === 'return') return `${event.guest} comes for the bag.`
  return `${event.room} asks for ${event.thing}.`
}

/** An event as the agent sees it: a return without its tag. */
export type ShownEvent =
  | { readonly kind: 'deposit'; readonly guest: string; readonly tag: string }
  | { readonly kind: 'return'; readonly guest: string }
  | { readonly kind: 'errand'; readonly thing: string; readonly room: string }

const deposit = /^(guest_\d+) hands in a bag under tag (\d{4})\.$/
const returned = /^(guest_\d+) comes for the bag\.$/
const errand = /^(room_\d+) asks for ([a-z]+)\.$/

/** Reads the event of an observation: its last line. Undefined if it is no event. */
export function readEvent(observation: string): ShownEvent | undefined {
  const line = observation.slice(observation.lastIndexOf('\n') + 1)
  const [, depositor, tag] = deposit.exec(line) ?? []
  if (depositor !== undefined && tag !== undefined) return { kind: 'deposit', guest: depositor, tag }
  const [, claimant] = returned.exec(line) ?? []
  if (claimant !== undefined) return { kind: 'return', guest: claimant }
  const [, room, thing] = errand.exec(line) ?? []
  if (room !== undefined && thing !== undefined) return { kind: 'errand', thing, room }
  return undefined
}
