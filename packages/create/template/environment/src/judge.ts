import type { Action } from '@skill-state/protocol'
import { COMPARTMENTS, type Event } from './events.ts'
import { type Contents, tellContent, tellEmpty } from './words.ts'

/** What came of an action. */
export interface Verdict {
  readonly right: boolean
  /** Whether nothing changed. */
  readonly refused: boolean
  readonly text: string
}

/** Executes the action that answers an event. Rejects a wrong action in words; never throws. */
export function judge(event: Event, action: Action, contents: Contents): Verdict {
  switch (event.kind) {
    case 'delivery':
      return store(event.parcel, event.person, action, contents)
    case 'collection':
      return handOver(event.person, action, contents)
    case 'redirection':
      return redirect(event.from, event.to, action, contents)
  }
}

function store(parcel: string, person: string, action: Action, contents: Contents): Verdict {
  const [, named, compartment = ''] = match(/^Store (P\d{1,9}) in (\d{1,9})$/, action)
  if (named !== parcel) return wrong(`${parcel} should have been stored. The courier takes it away.`)
  if (!isCompartment(compartment)) return wrong(`There is no compartment ${compartment}.`)
  if (contents.has(compartment)) return wrong(`Compartment ${compartment} was not empty.`)
  contents.set(compartment, { parcel, person })
  return { right: true, refused: false, text: tellContent(compartment, { parcel, person }) }
}

function handOver(person: string, action: Action, contents: Contents): Verdict {
  const [, compartment = ''] = match(/^Open (\d{1,9})$/, action)
  if (contents.get(compartment)?.person !== person) return wrong(`${person} leaves without a parcel.`)
  contents.delete(compartment)
  return { right: true, refused: false, text: tellEmpty(compartment) }
}

/** The parcel changes hands whatever is done: what is asked for is to remember it. */
function redirect(from: string, to: string, action: Action, contents: Contents): Verdict {
  const told = [...contents].flatMap(([compartment, content]) => {
    if (content.person !== from) return []
    contents.set(compartment, { ...content, person: to })
    return [tellContent(compartment, { ...content, person: to })]
  })
  const right = action === 'Note'
  return {
    right,
    refused: false,
    text: [right ? 'Noted.' : 'Wrong: that called for Note.', ...told].join('\n'),
  }
}

function match(pattern: RegExp, action: Action): readonly string[] {
  return (typeof action === 'string' && pattern.exec(action)) || []
}

function isCompartment(number: string): boolean {
  return !number.startsWith('0') && Number(number) >= 1 && Number(number) <= COMPARTMENTS
}

function wrong(why: string): Verdict {
  return { right: false, refused: true, text: `Wrong: ${why}` }
}
