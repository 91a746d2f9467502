import type { CallLine } from '@skill-state/eval'
import type { Issue } from '@skill-state/protocol'
import type { VNode } from 'preact'
import { count, duration } from '../text/numbers.ts'
import { LongText, Printable } from '../text/printable.tsx'
import type { Attempt } from './attempts.ts'

interface AttemptViewProps {
  readonly attempt: Attempt
  /** Whether the step came to a decision. */
  readonly decided: boolean
}

/** One call of a step: whether its reply was taken, and if not, why. */
export function AttemptView({ attempt: { name, line, rejection }, decided }: AttemptViewProps): VNode {
  const { fault, reply } = line
  return (
    <div class={`attempt ${rejection ? 'refused' : ''}`}>
      <p>
        <b>{name}</b>{' '}
        {rejection ? (
          <span class="bad">refused: {rejection.mistake}</span>
        ) : (
          decided && name !== 'Further call' && <span class="good">taken</span>
        )}{' '}
        <span class="muted">{callFacts(line)}</span>
      </p>
      {rejection && <IssueList issues={rejection.issues} />}
      {fault && (
        <p class="muted">
          The reply was spoiled on purpose: <Printable text={`${fault.class}, ${fault.kind}`} />
        </p>
      )}
      <details>
        <summary>The reply as it came</summary>
        <LongText text={reply} />
      </details>
    </div>
  )
}

/** Size, tokens and time of a call, in one line. */
export function callFacts({ promptChars, usage, estimated, durationMs, replayed }: CallLine): string {
  const { inputTokens, cachedInputTokens, outputTokens } = usage
  const about = estimated === undefined ? '' : '≈ '
  return [
    `prompt ${count(promptChars)} characters`,
    inputTokens !== undefined && `${about}${count(inputTokens)} tokens in`,
    cachedInputTokens !== undefined && `${count(cachedInputTokens)} of them cached`,
    outputTokens !== undefined && `${about}${count(outputTokens)} out`,
    replayed === undefined ? duration(durationMs) : `from a ${replayed}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Reasons, each with its place. */
export function IssueList({ issues }: { readonly issues: readonly Issue[] }): VNode {
  return (
    <ul class="issues">
      {issues.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path !== '' && (
            <code>
              <Printable text={path} />
            </code>
          )}{' '}
          <Printable text={message} />
        </li>
      ))}
    </ul>
  )
}
