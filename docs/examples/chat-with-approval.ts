import type { Session } from '@skill-state/agent'

/** What the person at the other end does. */
export interface Person {
  show(text: string): void
  /** Gives undefined to allow the call, or the reason why not. */
  decide(tool: string, input: unknown, reason: string | undefined): Promise<string | undefined>
}

/** Tells the agent something, shows its answer while it is written, and asks the person about each call that needs it. */
export async function talk(session: Session<unknown>, text: string, person: Person): Promise<void> {
  let events = session.send(text)
  for (;;) {
    for await (const event of events) {
      if (event.type === 'reply-text') person.show(event.text)
      if (event.type === 'tool-started') person.show(`[${event.tool} …]\n`)
    }
    const { approval } = session
    if (approval === undefined) return
    const { step, tool, input, reason } = approval
    const denial = await person.decide(tool, input, reason)
    events = denial === undefined ? session.approve({ step }) : session.deny({ step, reason: denial })
  }
}
