/** What must be reached. All given figures must hold; at least one must be given. */
export interface ContextSize {
  readonly tokens?: number | undefined
  readonly messages?: number | undefined
  /** Share of the model's input limit. */
  readonly fraction?: number | undefined
}

/** One size, or several of which any is enough. */
export type Trigger = ContextSize | readonly ContextSize[]

/** What is kept: exactly one of the figures. */
export type Keep = ContextSize

export interface Measured {
  readonly tokens: number
  readonly messages: number
}

/**
 * Whether a list of messages reaches a trigger. A fraction is never reached if the model's limit is unknown.
 * `atLeastOne` also ignores fractions that come to no token, as clearing does and summarisation does not.
 */
export function reaches(
  trigger: Trigger,
  { tokens, messages }: Measured,
  { limit, atLeastOne }: { limit: number | undefined; atLeastOne: boolean },
): boolean {
  return listOf(trigger).some((size) => {
    const share = shareOf(limit, size.fraction)
    if (size.fraction !== undefined && (share === undefined || (atLeastOne && share <= 0))) return false
    return (
      messages >= (size.messages ?? 0) &&
      tokens >= (size.tokens ?? 0) &&
      tokens >= (share ?? 0) &&
      isGiven(size)
    )
  })
}

/** A fraction of a limit in whole tokens. */
export function shareOf(limit: number | undefined, fraction: number | undefined): number | undefined {
  return limit === undefined || fraction === undefined ? undefined : Math.floor(limit * fraction)
}

export function listOf(trigger: Trigger): readonly ContextSize[] {
  return Array.isArray(trigger) ? trigger : [trigger as ContextSize]
}

function isGiven({ tokens, messages, fraction }: ContextSize): boolean {
  return tokens !== undefined || messages !== undefined || fraction !== undefined
}
