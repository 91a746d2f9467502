import { type AnyTool, ToolFailure } from '@skill-state/tools'

/** The tools of an agent, none of which is ever executed: a call gets the result that is on record. */
export class FrozenTools {
  readonly tools: Readonly<Record<string, AnyTool>>
  /** Whether a call came as far as the tool. */
  reached = false
  #result = ''
  #failed = false

  constructor(tools: Readonly<Record<string, AnyTool>>) {
    const answer = (): string => {
      this.reached = true
      if (this.#failed) throw new ToolFailure(this.#result)
      return this.#result
    }
    this.tools = Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [
        name,
        tool.execute
          ? (Object.create(tool, { execute: { value: answer, enumerable: true } }) as AnyTool)
          : tool,
      ]),
    )
  }

  /** What the next call gets. */
  give(result: string, failed: boolean): void {
    this.reached = false
    this.#result = result
    this.#failed = failed
  }
}
