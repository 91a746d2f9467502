import { isDeepStrictEqual } from 'node:util'
import {
  type Decision,
  type Environment,
  type JsonObject,
  type Model,
  type Observation,
  promptText,
  type Runtime,
  type Skill,
  SkillStateError,
  type Step,
} from '@skill-state/protocol'
import type { RecordedRun, RecordedStep, RecordedToolCall } from './recorded-run.ts'

/** What a patch is decided from. */
export interface Seen {
  /** The tool call that the newest observation answers; the user's words answer none. */
  readonly call?: RecordedToolCall
}

export interface MeasureOptions {
  readonly skill: Skill
  /** What the environment declares; it is neither reset nor stepped. */
  readonly environment: Pick<Environment, 'actionSchema' | 'noop'>
  /** Writes a decision in the format that the prompt asks for; asked for a summary too, if a runtime wants one. */
  readonly reply: (prompt: string, decision: Decision) => string
  /**
   * Makes the source of one run's patches, which no recording of another agent holds. Default: empty patches, so that
   * the state stays as it began.
   */
  readonly patches?: () => (seen: Seen) => JsonObject
}

/** How long the prompts of a recorded conversation would have been, in Unicode code points. */
export interface PromptSizes {
  readonly run: string
  /** The prompt that asked for the action, of each step. */
  readonly prompts: readonly number[]
  /** All that the model was given in each step, for instance a request for a summary too. */
  readonly read: readonly number[]
}

/**
 * Drives a runtime over a recorded conversation: the model answers each step with the recorded action, the environment
 * with the recorded observation. Throws `invalid-recording` if the runtime does not take a recorded action as it is.
 */
export async function measurePrompts(
  runtime: Runtime,
  run: RecordedRun,
  options: MeasureOptions,
): Promise<PromptSizes> {
  const prompts: number[] = []
  const read: number[] = []
  const script = new Script(run, options.patches)
  const model = recordedModel(script, options.reply)
  const environment = recordedEnvironment(run, options.environment)
  const steps = runtime({ skill: options.skill, model, environment, seed: 0 })
  for (; script.decision !== undefined; script.advance()) {
    const next = await steps.next()
    requireTaken(run, prompts.length, next.value ?? undefined, script.decision)
    const given = model.given.splice(0)
    prompts.push(given.at(-1) ?? 0)
    read.push(given.reduce((sum, size) => sum + size, 0))
  }
  await steps.return()
  return { run: run.name, prompts, read }
}

function requireTaken(run: RecordedRun, index: number, step: Step | undefined, wanted: Decision): void {
  if (step?.fallback === false && isDeepStrictEqual(step.action, wanted.action)) return
  const issues = step?.rejections.flatMap((rejection) => rejection.issues) ?? []
  const reason = issues.map(({ message }) => message).join('; ') || 'it reads another one'
  const where = `${run.name}, step ${index + 1}`
  throw new SkillStateError('invalid-recording', `${where}: the runtime does not take the action: ${reason}`)
}

class Script {
  decision: Decision | undefined
  private index = 0
  private readonly run: RecordedRun
  private readonly patchOf: (seen: Seen) => JsonObject

  constructor(run: RecordedRun, patches: MeasureOptions['patches']) {
    this.run = run
    this.patchOf = patches?.() ?? (() => ({}))
    this.decision = this.decide()
  }

  advance(): void {
    this.index += 1
    this.decision = this.decide()
  }

  private decide(): Decision | undefined {
    const step = this.run.steps[this.index]
    if (step === undefined) return undefined
    const before = this.run.steps[this.index - 1]
    const reasoning = step.kind === 'tool' ? (step.said ?? '') : ''
    const patch = this.patchOf(before?.kind === 'tool' ? { call: before } : {})
    return { reasoning, patch, ...actionOf(step) }
  }
}

function recordedModel(script: Script, reply: MeasureOptions['reply']): Model & { readonly given: number[] } {
  const given: number[] = []
  return {
    id: 'recorded',
    given,
    async generate(request) {
      const prompt = promptText(request.prompt)
      const { decision } = script
      if (decision === undefined) {
        throw new SkillStateError('script-exhausted', 'the runtime asks for a step that is not recorded')
      }
      given.push(countCodePoints(prompt))
      return { text: reply(prompt, decision), finishReason: 'stop', usage: {}, model: 'recorded' }
    },
  }
}

function recordedEnvironment(run: RecordedRun, declared: MeasureOptions['environment']): Environment {
  const { actionSchema, noop } = declared
  let index = 0
  const observe = async (): Promise<Observation> => ({
    text: observationBefore(run, index),
    done: index === run.steps.length,
  })
  return {
    actionSchema,
    noop,
    reset: observe,
    step() {
      index += 1
      return observe()
    },
    async outcome() {
      return { reward: run.reward }
    },
    async close() {},
  }
}

function countCodePoints(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}

/** A recorded action as the environment of this package takes it. */
export function actionOf(step: RecordedStep): Pick<Decision, 'action' | 'actionSource'> {
  if (step.kind === 'respond') return { action: { respond: step.content } }
  const source = `{${JSON.stringify(step.name)}: ${step.source}}`
  return { action: JSON.parse(source) as JsonObject, actionSource: source }
}

/** What the environment of this package would have shown before the step of this index, from 0. */
export function observationBefore({ firstUser, steps }: RecordedRun, index: number): string {
  const step = steps[index - 1]
  if (step?.kind === 'tool') return `Tool: ${step.observation}`
  return `User: ${step?.user ?? firstUser}`
}
