import type { Issue, PriceSheet } from '@skill-state/protocol'
import type { VNode } from 'preact'
import { FoldedText, Printable } from '../../text/printable.tsx'
import type { Attempt } from '../data/attempts.ts'
import { callFacts } from '../data/call-facts.ts'

interface AttemptViewProps {
  readonly attempt: Attempt
  /** Whether the step came to a decision. */
  readonly decided: boolean
  readonly prices: PriceSheet | undefined
}

/** One call of a step: whether its reply was taken, and if not, why. */
export function AttemptView({ attempt, decided, prices }: AttemptViewProps): VNode {
  const { name, line, rejection } = attempt
  const { fault, rawUsage, reply, finishReason } = line
  return (
    <div class={`attempt ${rejection ? 'rejected' : ''}`}>
      <p>
        <b>{name}</b>{' '}
        {rejection ? (
          <span class="bad">rejected: {rejection.mistake}</span>
        ) : (
          decided && name !== 'Further call' && <span class="good">taken</span>
        )}{' '}
        <span class="muted">{callFacts(line, prices)}</span>
        {finishReason !== 'stop' && <span class="warn"> finished by {finishReason}</span>}
      </p>
      {rejection && <IssueList issues={rejection.issues} />}
      {fault && (
        <p class="muted">
          The reply was spoiled on purpose: <Printable text={`${fault.class}, ${fault.kind}`} />
        </p>
      )}
      <FoldedText summary="The reply as it came" text={reply} />
      {rawUsage && (
        <FoldedText
          summary="The usage as the provider says it"
          text={JSON.stringify(rawUsage, undefined, 2)}
        />
      )}
    </div>
  )
}

export function IssueList({ issues }: { readonly issues: readonly Issue[] }): VNode {
  return (
    <ul class="issues">
      {issues.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path !== '' && <Printable as="code" text={path} />} <Printable text={message} />
        </li>
      ))}
    </ul>
  )
}
