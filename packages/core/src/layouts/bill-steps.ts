import type { JsonObject, ModelRequest, PromptCache, Skill } from '@skill-state/protocol'
import { mergeState } from '../merge.ts'
import { type AskOptions, ask } from '../prompt.ts'
import { State } from '../state/state.ts'
import type { StateLayout } from './layout.ts'

type Charged = ReturnType<PromptCache['send']>

interface BilledSession {
  readonly skill: Pick<Skill, 'instructions' | 'stages'>
  readonly form: AskOptions
  /** What is sent beside the prompts: see `replyRequest`. */
  readonly request: Omit<ModelRequest, 'prompt'>
  /** Default: the whole state in each prompt. */
  readonly layout?: StateLayout | undefined
  readonly initial: JsonObject
  readonly steps: number
  /** What each step writes and sees, by its number from 0. */
  readonly patch: (step: number) => JsonObject
  readonly observation: (step: number) => string
}

/** Sends the prompts of a session to a simulated cache, one after the other: no model is asked. */
export function* billSteps(session: BilledSession, cache: PromptCache): Generator<Charged, void, undefined> {
  const { skill, form, request, layout } = session
  let state = State.from(session.initial)
  let since: Parameters<StateLayout['write']>[1]
  for (let step = 0; step < session.steps; step += 1) {
    const laid = layout?.write(state, since)
    const prompt = ask(skill, state, session.observation(step), { ...form, stateText: laid?.text })
    const heads = request.cacheBreakpoints
    yield cache.send({
      ...request,
      prompt,
      cacheBreakpoints: laid ? laid.breakpoints(prompt, heads) : heads,
    })
    const patch = session.patch(step)
    state = mergeState(state, patch).after
    since = laid?.since.next(patch)
  }
}
