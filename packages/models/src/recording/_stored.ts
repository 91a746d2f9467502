import {
  type Enforcement,
  type InjectedFault,
  type Issue,
  isJsonObject,
  type ModelRequest,
  type ModelResponse,
  type Usage,
} from '@skill-state/protocol'
import {
  isBoolean,
  isCount,
  isText,
  listOf,
  maybe,
  oneOf,
  readShape,
  type Shape,
  shaped,
} from '../values/shape.ts'

/** A response as a file keeps it, beside what came with the request and is no part of its key. */
export function storedResponse({ cacheBreakpoints }: ModelRequest, response: ModelResponse): object {
  return { response, cacheBreakpoints }
}

export function readStoredResponse(stored: unknown): ModelResponse {
  return readShape(isJsonObject(stored) ? stored.response : undefined, response)
}

export function readEnforcement(stored: unknown): Enforcement {
  const held = isJsonObject(stored) && stored.enforced === true
  return held ? readShape(stored, enforced) : readShape(stored, notEnforced)
}

const usage: Shape<Usage> = {
  inputTokens: ['tokens', maybe(isCount)],
  cachedInputTokens: ['tokens', maybe(isCount)],
  cacheWriteTokens: ['tokens', maybe(isCount)],
  outputTokens: ['tokens', maybe(isCount)],
  reasoningTokens: ['tokens', maybe(isCount)],
}

const fault: Shape<InjectedFault> = {
  class: ['text', isText],
  kind: ['text', isText],
  intended: ['an object', isJsonObject],
  differs: ['true or false', maybe(isBoolean)],
}

const response: Shape<ModelResponse> = {
  text: ['text', isText],
  finishReason: ['a finish reason', oneOf('stop', 'length', 'refusal', 'other')],
  usage: ['an object with whole numbers of tokens', shaped(usage)],
  rawUsage: ['an object', maybe(isJsonObject)],
  replayed: ['"cache" or "recording"', oneOf('cache', 'recording', undefined)],
  model: ['text', isText],
  fault: ['an injected fault', maybe(shaped(fault))],
}

const issue: Shape<Issue> = { path: ['text', isText], message: ['text', isText] }

const enforced: Shape<Extract<Enforcement, { enforced: true }>> = {
  enforced: ['true', oneOf(true)],
  dialect: ['text', isText],
}

const notEnforced: Shape<Extract<Enforcement, { enforced: false }>> = {
  enforced: ['true or false', oneOf(false)],
  dialect: ['text', isText],
  reasons: ['a list of issues', listOf(shaped(issue))],
}
