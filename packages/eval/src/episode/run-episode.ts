import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Benchmark,
  type Environment,
  type Model,
  type Observation,
  type Runtime,
  type Skill,
  SkillStateError,
  type Step,
  type Task,
  type Tokenizer,
} from '@skill-state/protocol'
import {
  checkLimits,
  Deadline,
  LimitReached,
  type Limits,
  limitIn,
  Meter,
  type Spending,
} from '@skill-state/protocol/meter'
import { recordedCalls } from '../resume/recorded-calls.ts'
import { resumeEnvironment } from '../resume/resume-environment.ts'
import { resumeRecorder } from '../resume/resume-recorder.ts'
import { cutOffIn, Stopped } from '../trace/cut-off.ts'
import { digest } from '../trace/digest.ts'
import { type EpisodeEnd, type Recorder, type StepLine, TRACE_FORMAT } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { chargeOf } from './charge-of.ts'
import { type Clock, type Flush, meterEnvironment, meterModel } from './meter.ts'
import { owedLines } from './owed-lines.ts'
import { soundLines } from './sound-lines.ts'
import { stateJudge } from './state-mistakes.ts'

/** One episode to run: a task, who drives it, who decides. */
export interface Episode {
  /** Names everything that could change the episode, so that equal ids are equal episodes. */
  readonly id?: string
  readonly benchmark: Benchmark
  readonly task: Task
  readonly runtime: { readonly id: string; readonly run: Runtime }
  readonly model: Model
}

export interface EpisodeOptions {
  readonly limits?: Limits
  /** Estimates token counts that the model does not report. */
  readonly tokenizer?: Tokenizer
  /** Takes each line of the trace, before the episode continues. Default: nothing is recorded, so nothing is hashed. */
  readonly record?: Recorder
  /**
   * Awaited before a call is sent, after the end, and where the episode is cut off between two calls: settles once the
   * lines taken so far are safe. Default: they are.
   */
  readonly flush?: (() => Promise<void>) | undefined
  /** Hears what was thrown if the episode ends as failed: the record has no more than its code and message. */
  readonly onFailure?: (error: unknown) => void
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** Ends the episode after the step under way, as if it had been cut off there. */
  readonly stop?: AbortSignal | undefined
  /** The trace of this episode, without an end: what is in it is neither paid for nor recorded again. */
  readonly resume?: Trace | undefined
  readonly spending?: Spending | undefined
}

/**
 * Runs one episode from reset to outcome. The harness stops it, meters it, records and times it, so no
 * runtime can miscount itself. What the model or the environment throws ends the episode as `failed`, with an outcome
 * if it was the model's replies that could not be used;
 * only an abort of the caller's signals, a limit of the run, a trace that does not come out again (`CannotResume`) and
 * one that cannot be written (`NotRecorded`) reject, and leave the trace without an end.
 */
export async function runEpisode(episode: Episode, options: EpisodeOptions = {}): Promise<EpisodeEnd> {
  const { limits = {}, signal, resume } = options
  checkLimits(limits, episode.model)
  const isRead = options.record !== undefined || resume !== undefined
  const clock = isRead ? (options.clock ?? (() => performance.now())) : () => 0
  const owed = owedLines(soundLines(options.record), options.flush)
  const record = resume === undefined ? owed.record : resumeRecorder(resume, owed.record)
  const { benchmark, task, runtime, model } = episode
  record({
    kind: 'episode',
    format: TRACE_FORMAT,
    id: resume !== undefined && resume.episode.id === undefined ? undefined : episode.id,
    benchmark: benchmark.id,
    task: task.id,
    variant: task.variant,
    problem: task.problem,
    instructions: task.instructions,
    seed: task.seed,
    horizon: task.horizon,
    runtime: runtime.id,
    model: model.id,
  })

  let end: EpisodeEnd
  let cutOff: unknown
  let environment: Environment | undefined
  try {
    environment = benchmark.open(task)
    end = await drive(episode, environment, { ...options, limits, record, flush: owed.flush, isRead, clock })
  } catch (error) {
    cutOff = limitIn(error) ?? cutOffIn(error)
    if (cutOff === undefined) options.onFailure?.(error)
    end = failed(error)
  }
  try {
    await environment?.close()
  } catch (error) {
    end = failed(error)
  }
  signal?.throwIfAborted()
  if (cutOff !== undefined) {
    await options.flush?.() // a resuming process must find all that was paid for
    throw cutOff
  }
  try {
    record({ kind: 'end', ...end })
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    end = failed(error)
    record({ kind: 'end', ...end })
  }
  await options.flush?.()
  return end
}

/** The skill of one task: the benchmark's, with what the task adds to its instructions after a blank line. */
export function taskSkill(skill: Skill, { instructions }: Pick<Task, 'instructions'>): Skill {
  if (instructions === undefined) return skill
  return { ...skill, instructions: `${skill.instructions}\n\n${instructions}` }
}

type Driven = Omit<EpisodeOptions, 'flush'> &
  Required<Pick<EpisodeOptions, 'limits' | 'record' | 'clock'>> & {
    readonly flush: Flush
    readonly isRead: boolean
  }

async function drive(
  { benchmark, task, runtime, model }: Episode,
  environment: Environment,
  { limits, record, isRead, clock, flush, signal, stop, resume, spending, tokenizer }: Driven,
): Promise<EpisodeEnd> {
  const { steps: maxSteps, wallTimeMs } = limits
  using deadline =
    wallTimeMs === undefined
      ? undefined
      : new Deadline({ scope: 'episode', maxMs: wallTimeMs, spentMs: timeIn(resume) })
  const ending =
    deadline === undefined ? signal : AbortSignal.any([deadline.signal, ...(signal ? [signal] : [])])
  const spent = resume && chargeOf(resume, model.capabilities)
  let index = 0
  let done = false
  let environmentMs = 0
  let worldFault: unknown
  const world = resume === undefined ? environment : resumeEnvironment(environment, resume)
  const metered = meterEnvironment(world, {
    clock,
    flush: environment.restore ? flush : undefined,
    onReset: (observation) => {
      done = observation.done
      record({ kind: 'reset', observation: asRecorded(observation) })
    },
    onTime: (ms) => {
      environmentMs = ms
    },
    onError: (error) => {
      worldFault = error
    },
  })
  const judge = isRead ? stateJudge(environment) : () => undefined
  const steps = runtime.run({
    skill: taskSkill(benchmark.skill, task),
    environment: metered,
    model: meterModel(model, {
      tokenizer,
      own: new Meter(limits, { scope: 'episode', spent }),
      clock,
      spending,
      flush,
      isRead,
      recorded: resume && recordedCalls(resume.calls),
      step: () => index,
      onCall: record,
      onSending: (limits.tokens ?? limits.costUsd) === undefined ? undefined : record,
      onAttempt: (failure) => record({ kind: 'attempt', step: index, ...failure }),
    }),
    seed: task.seed,
    signal: ending,
  })
  try {
    for await (const step of steps) {
      record(stepLine(step, { durationMs: environmentMs, mistake: judge(step) }, isRead))
      index += 1
      done = step.result.done
      const turn = letOthersRun()
      if (turn) await turn
      signal?.throwIfAborted()
      if (!done && stop?.aborted) throw new Stopped()
      if (!done && index === maxSteps) {
        throw new LimitReached({ scope: 'episode', limit: 'steps', spent: index, max: maxSteps })
      }
      if (!done) deadline?.check()
    }
  } catch (error) {
    const reached = deadline?.signal.aborted ? limitIn(deadline.signal.reason) : limitIn(error)
    if (reached?.scope !== 'episode') {
      if (!isAboutReplies(error) || error === worldFault) throw error
      return { ...failed(error), outcome: await metered.outcome() }
    }
    return { status: 'truncated', limit: reached.limit, outcome: await metered.outcome() }
  }
  if (!done) {
    const message = `runtime ${runtime.id} stopped before the environment was done`
    throw new SkillStateError('runtime-stopped', message)
  }
  return { status: 'terminated', outcome: await metered.outcome() }
}

function timeIn(trace: Trace | undefined): number {
  const lines = trace === undefined ? [] : [...trace.calls, ...trace.steps]
  return lines.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/**
 * A step as the trace holds it: the observation is in the line before, the reasoning in the reply. Without the state's
 * hash if the line has no reader.
 */
export function stepLine(
  step: Step,
  told: Pick<StepLine, 'durationMs' | 'mistake'>,
  isRead = true,
): StepLine {
  return {
    kind: 'step',
    index: step.index,
    rejections: step.rejections,
    fallback: step.fallback,
    notes: step.notes,
    rolledBack: step.rolledBack,
    patch: step.patch,
    action: step.action,
    actionSource: step.actionSource,
    stateHash: isRead && step.state ? digest(JSON.stringify(step.state.toJSON())) : undefined,
    result: asRecorded(step.result),
    durationMs: told.durationMs,
    mistake: told.mistake,
  }
}

/** An observation as a trace holds it: its text is the evidence. */
export function asRecorded(observation: Observation): Observation {
  if (observation.evidence === undefined) return observation
  const { evidence: _, ...told } = observation
  return told
}

/** What the model's replies end an episode with, if the environment has no no-op. */
const REPLIES: ReadonlySet<string> = new Set(['invalid-reply', 'invalid-patch', 'reply-too-large'])

function isAboutReplies(error: unknown): boolean {
  return error instanceof SkillStateError && REPLIES.has(error.code)
}

function failed(error: unknown): Extract<EpisodeEnd, { status: 'failed' }> {
  if (error instanceof SkillStateError) {
    const { code, message, calls } = error
    return { status: 'failed', error: { code, message }, calls }
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { status: 'failed', error: { code: 'unexpected', message } }
}

/** Milliseconds that signals and timers may be kept waiting. */
const LONGEST = 2

let lastTurn = performance.now()

/**
 * Lets the event loop have its turn, where it has had none for a while: models and environments that answer at once
 * must not keep signals and timers waiting. Undefined if no other task waits. A turn at each call would cost more than a
 * step of such an episode does.
 */
function letOthersRun(): Promise<void> | undefined {
  return performance.now() - lastTurn < LONGEST ? undefined : takeTurn()
}

async function takeTurn(): Promise<void> {
  await nextTurn()
  lastTurn = performance.now()
}
