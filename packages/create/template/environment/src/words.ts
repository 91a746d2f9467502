import type { Event } from './events.ts'

/** The event as the observation tells it. */
export function describeEvent(event: Event): string {
  switch (event.kind) {
    case 'delivery':
      return `Parcel ${event.parcel} arrives for ${event.person}.`
    case 'collection':
      return `${event.person} comes for the parcel.`
    case 'redirection':
      return `${event.from} leaves the parcel to ${event.to}.`
  }
}

/** The event that an observation ends with; undefined if it tells none. */
export function readEvent(observation: string): Event | undefined {
  const line = observation.split('\n').at(-1) ?? ''
  const [, parcel, addressee] = /^Parcel (P\d+) arrives for (\w+)\.$/.exec(line) ?? []
  if (parcel !== undefined && addressee !== undefined) return { kind: 'delivery', parcel, person: addressee }
  const [, person] = /^(\w+) comes for the parcel\.$/.exec(line) ?? []
  if (person !== undefined) return { kind: 'collection', person }
  const [, from, to] = /^(\w+) leaves the parcel to (\w+)\.$/.exec(line) ?? []
  if (from !== undefined && to !== undefined) return { kind: 'redirection', from, to }
  return undefined
}

/** What lies in a compartment, and for whom. */
export type Parcel = { readonly parcel: string; readonly person: string }

/** What is where, by the number of the compartment. */
export type Contents = Map<string, Parcel>

export function tellContent(compartment: string, { parcel, person }: Parcel): string {
  return `Compartment ${compartment} holds ${parcel} for ${person}.`
}

export function tellEmpty(compartment: string): string {
  return `Compartment ${compartment} is empty.`
}

/** Brings contents up to date with all that a text tells of them. */
export function readContents(text: string, contents: Contents): void {
  for (const [, compartment = '', parcel, person] of text.matchAll(
    /^Compartment (\d+) (?:is empty|holds (P\d+) for (\w+))\.$/gm,
  )) {
    if (parcel === undefined || person === undefined) contents.delete(compartment)
    else contents.set(compartment, { parcel, person })
  }
}
