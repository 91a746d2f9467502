import type { Runtime } from '../runtime.ts'
import type { Check } from './check.ts'

export interface RuntimeSuiteOptions {
  readonly runtime: Runtime
  /**
   * A reply, in the runtime's own format, that chooses the text action. Where the format has a patch, the
   * reply may set `note`, a string: the skill of the suite has the state `{ note: 'none' }`.
   */
  readonly reply: (action: string) => string
  /** A reply from which no decision can be read. The empty reply by default. */
  readonly unreadable?: string
}

/** What every runtime must keep to. The suite brings its own skill, environment and model. */
export function testRuntime(_options: RuntimeSuiteOptions): readonly Check[] {
  return []
}
