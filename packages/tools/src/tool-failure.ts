/** Thrown by a tool to tell the model, in the tool's own words, that it did nothing and why. */
export class ToolFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ToolFailure'
  }
}
