import type { Session } from '@skill-state/agent'

/** The person at the other end of a conversation. */
export interface Person {
  /** Undefined if the person has left. */
  ask(question: string): Promise<string | undefined>
  show(text: string): void
}

/** Sends a text, shows the answer while it is written, and asks the person about each call that needs it. */
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
    const answer = await person.ask(`${tool} ${JSON.stringify(input)}: ${reason}. Approve? `)
    if (answer === undefined) return // the call waits, in this process or another one
    events = answer === 'y' ? session.approve({ step }) : session.deny({ step, reason: answer })
  }
}
