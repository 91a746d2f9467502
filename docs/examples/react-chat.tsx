import type { SessionClient, SessionView } from '@skill-state/agent/client'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

/** What to show of a session now. Loads it when the component appears. */
function useSession(client: SessionClient): SessionView {
  useEffect(() => void client.load(), [client])
  return useSyncExternalStore(client.subscribe, client.view, client.view)
}

export function Chat({ client }: { readonly client: SessionClient }): ReactNode {
  const { messages, writing, approval, busy, problem } = useSession(client)
  const send = async (form: FormData): Promise<void> => {
    const text = form.get('text')
    if (typeof text === 'string') await client.send(text)
  }
  return (
    <>
      {messages.map(({ by, text }, index) => (
        <p key={index}>{`${by}: ${text}`}</p>
      ))}
      {writing !== '' && <p>{`agent: ${writing}`}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {approval !== undefined && (
        <button type="button" onClick={() => client.decide()}>{`Approve: ${approval.reason}`}</button>
      )}
      <form action={send}>
        <input name="text" aria-label="Message" />
        <button type="submit" disabled={busy}>
          Send
        </button>
      </form>
    </>
  )
}
