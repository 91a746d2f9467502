import type { EnvironmentCall } from '@skill-state/protocol'
import type { VNode } from 'preact'
import { Printable } from '../../text/printable.tsx'
import { environmentCallFacts } from '../data/call-facts.ts'

interface EnvironmentCallsProps {
  /** For one observation; absent if the environment does not say. */
  readonly calls: readonly EnvironmentCall[] | undefined
}

/** What the environment asked models of its own for an observation, a line each; nothing if it asked none. */
export function EnvironmentCalls({ calls = [] }: EnvironmentCallsProps): VNode | null {
  if (calls.length === 0) return null
  return (
    <ul class="environment-calls note">
      {calls.map((call, index) => (
        <li key={index}>
          Call of the environment{calls.length > 1 && ` ${index + 1} of ${calls.length}`}:{' '}
          <Printable text={environmentCallFacts(call)} />
        </li>
      ))}
    </ul>
  )
}
