import {
  type Action,
  type Decision,
  invalidOption,
  type Model,
  type ModelRequest,
  type Prompt,
  type Rejection,
  SkillStateError,
} from '@skill-state/protocol'
import type { AppliedPatch, PatchResult } from './apply-patch.ts'
import { DEFAULT_ATTEMPTS } from './json/limits.ts'
import { withReasons } from './prompt.ts'
import { parseReply } from './reply/parse-reply.ts'
import type { ActionReader } from './reply/read-action.ts'

export type Reading<D extends Decision = Decision> =
  | { readonly ok: true; readonly value: D }
  | (Rejection & {
      readonly ok: false
      /** R_t if it could be read. */
      readonly reasoning?: string
    })

export interface DecideInput<D extends Decision = Decision> {
  readonly model: Model
  /** The prompt of the step, as the first attempt sends it. */
  readonly prompt: Prompt
  readonly request?:
    | Pick<ModelRequest, 'answerSchema' | 'cacheBreakpoints' | 'tools' | 'toolChoice'>
    | undefined
  readonly read: (reply: string) => Reading<D> | Promise<Reading<D>>
  /** The prompt after a rejection. Default `withReasons`. */
  readonly retry?: ((prompt: Prompt, rejection: Rejection, reply: string) => Prompt) | undefined
  readonly signal?: AbortSignal | undefined
  readonly noop?: Action | undefined
  /** Replies that may be asked for, the first included. Default `DEFAULT_ATTEMPTS`. */
  readonly attempts?: number | undefined
  /** Hears of each rejected reply before the model is asked again. */
  readonly onRejected?: ((rejection: Rejection) => void) | undefined
}

export type Decided<D extends Decision = Decision> = {
  readonly rejections: readonly Rejection[]
  /** The whole text of the last reply. */
  readonly reply: string
} & (
  | { readonly fallback: false; readonly decision: D }
  /** Every attempt was rejected: the decision is the no-op. */
  | { readonly fallback: true; readonly decision: Decision }
)

/**
 * Asks the model until a decision can be read, each time with the reasons of the last rejection added after the
 * step's prompt.
 *
 * If no attempt succeeds, falls back to the no-op, without a patch. Without a no-op, throws `invalid-reply` if no reply
 * was readable, else `invalid-patch`. Errors of the model pass through.
 *
 * @example
 * ```ts
 * import { decide, parseAction } from '@skill-state/core'
 * import { scripted } from '@skill-state/models'
 *
 * const { decision, rejections } = await decide({
 *   model: scripted(['I do not know.', '{"action": "north"}']),
 *   prompt: 'Where to?',
 *   read: (reply) => {
 *     const parsed = parseAction(reply)
 *     if (!parsed.ok) return { ...parsed, mistake: 'syntax' }
 *     return { ok: true, value: { reasoning: '', action: String(parsed.value.action) } }
 *   },
 * })
 * console.log(decision.action, rejections.length) // north 1
 * ```
 */
export async function decide<D extends Decision>(input: DecideInput<D>): Promise<Decided<D>> {
  const {
    model,
    prompt,
    request,
    read,
    retry = (asked, { issues }) => withReasons(asked, issues),
    signal,
    noop,
    attempts = DEFAULT_ATTEMPTS,
  } = input
  checkAttempts(attempts)
  const rejections: Rejection[] = []
  let refused: { readonly reasoning?: string } | undefined
  let reply = ''
  while (rejections.length < attempts) {
    const last = rejections.at(-1)
    const text = last ? retry(prompt, last, reply) : prompt
    const response = await model.generate({ ...request, prompt: text, signal })
    reply = response.text
    const given = read(reply)
    const reading = given instanceof Promise ? await given : given
    if (reading.ok) return { decision: reading.value, rejections, fallback: false, reply }
    const { mistake, issues } = reading
    rejections.push({ mistake, issues })
    input.onRejected?.({ mistake, issues })
    if (mistake !== 'syntax') refused = reading
  }
  if (noop === undefined) throw exhausted(rejections, refused !== undefined)
  const decision = { reasoning: refused?.reasoning ?? '', action: noop }
  return { decision, rejections, fallback: true, reply }
}

/** Throws `invalid-option` for anything but a whole number from 1. */
export function checkAttempts(attempts: number): void {
  if (Number.isInteger(attempts) && attempts >= 1) return
  throw invalidOption(`attempts must be a whole number from 1, found ${attempts}`)
}

function exhausted(rejections: readonly Rejection[], readable: boolean): SkillStateError {
  const [issue] = rejections.at(-1)?.issues ?? []
  const reason = `${issue?.path ? `${issue.path}: ` : ''}${issue?.message ?? 'no reason given'}`
  const tried = `after ${rejections.length} ${rejections.length === 1 ? 'attempt' : 'attempts'}, last reason: ${reason}`
  return readable
    ? new SkillStateError('invalid-patch', `no patch and action passed ${tried}`)
    : new SkillStateError('invalid-reply', `no reply could be read ${tried}`)
}

/** (R_t, ΔΣ_t, a_t), with the state that the patch leads to. */
export type StateDecision = Decision & AppliedPatch

/** Reads a decision from a reply and applies its patch. Lists the reasons of patch and action together. */
export function readReply(
  reply: string,
  readAction: ActionReader,
  apply: (patch: unknown, action: unknown) => PatchResult,
  parse: typeof parseReply = parseReply,
): Reading<StateDecision> {
  const parsed = parse(reply)
  if (!parsed.ok) return { ok: false, mistake: 'syntax', issues: parsed.issues }
  const { reasoning, patch, actionSource, prose } = parsed.value
  const applied = apply(patch, parsed.value.action)
  const action = readAction(parsed.value.action)
  if (applied.ok && action.ok) {
    const value = { reasoning, ...applied.value, action: action.value }
    if (actionSource === undefined && prose === undefined) return { ok: true, value }
    return { ok: true, value: { ...value, actionSource, prose } }
  }
  const issues = [...(applied.ok ? [] : applied.issues), ...(action.ok ? [] : action.issues)]
  return { ok: false, mistake: applied.ok ? 'action' : applied.mistake, reasoning, issues }
}
