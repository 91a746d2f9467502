import {
  type Benchmark,
  type Environment,
  type JsonObject,
  known,
  type PromptView,
  SkillStateError,
  type Task,
  type TaskOptions,
} from '@skill-state/protocol'
import { z } from 'zod'
import { askOnce, CommandProcess, type Started } from './command-process.ts'
import { common, DESCRIBE, decision, object } from './messages.ts'

const MAX_TASKS = 10_000

const environmentDescription = z.strictObject({
  ...common,
  id: z.string().regex(/^[a-z0-9._-]{1,80}@\d{1,9}$/, 'expected a name and a version, as my-env@1'),
  description: z.string().max(200).exactOptional(),
  instructions: z.string(),
  schema: object,
  initialState: object,
  actionSchema: object.exactOptional(),
  noop: decision.action.exactOptional(),
  tasks: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z0-9._-]{1,80}$/, 'expected letters, digits, ., _ and -'),
        horizon: z.int().min(1).exactOptional(),
        instructions: z.string().exactOptional(),
        parameters: object.exactOptional(),
      }),
    )
    .min(1)
    .max(MAX_TASKS)
    .exactOptional(),
  player: z.boolean().exactOptional(),
})
type EnvironmentDescription = z.infer<typeof environmentDescription>

const observed = z.strictObject({
  text: z.string(),
  done: z.boolean(),
  refused: z.boolean().exactOptional(),
  expectedState: object.exactOptional(),
})

const outcome = z.strictObject({
  reward: z.number(),
  metrics: z.record(z.string(), z.number()).exactOptional(),
})

const decided = z.strictObject(decision)

/** A benchmark that a program describes and plays, as docs/wire.md has it. Throws `environment-failed`. */
export async function commandBenchmark(line: string, cwd: string): Promise<Benchmark> {
  await using described = new CommandProcess({ line, cwd })
  const description = await described.ask(DESCRIBE, environmentDescription)
  const { id, instructions, schema, initialState, timeoutMs: maxAnswerMs } = description
  const started = { line, cwd, maxAnswerMs }
  return {
    id,
    description: description.description ?? line,
    skill: { name: id.replace(/@.*/, ''), instructions, schema, initialState },
    tasks: (options) => tasksOf(description, options),
    open: (task) => commandEnvironment(started, description, task),
    player: description.player === true ? { decide: (view) => decide(started, view) } : undefined,
  }
}

/** Each task that the program names, or each horizon, with each seed. */
function* tasksOf({ tasks }: EnvironmentDescription, { seeds, horizons }: TaskOptions): Generator<Task> {
  const usual = horizons.map((horizon) => ({ id: `t${String(horizon).padStart(4, '0')}`, horizon }))
  const made: NonNullable<typeof tasks> = tasks ?? usual
  for (const { id, parameters = {}, ...task } of made)
    for (const seed of seeds) yield { ...task, id: `${id}-s${seed}`, seed, parameters }
}

function commandEnvironment(
  started: Started,
  { actionSchema, noop }: EnvironmentDescription,
  { id, horizon, instructions, parameters }: Task,
): Environment {
  let program: CommandProcess | undefined
  let isOver = true
  let expected: JsonObject | undefined
  const ask = async (message: JsonObject, signal: AbortSignal | undefined) => {
    program ??= new CommandProcess(started)
    const { expectedState, ...observation } = await program.ask(message, observed, signal)
    isOver = observation.done
    expected = expectedState
    return observation
  }
  return {
    actionSchema,
    noop,
    async reset({ seed, signal }) {
      signal?.throwIfAborted()
      return await ask({ reset: { seed, task: known({ id, horizon, instructions, parameters }) } }, signal)
    },
    async step(action, { signal } = {}) {
      if (program === undefined || isOver)
        throw new SkillStateError('environment-misuse', 'no step before reset, and none after the end')
      return await ask({ step: { action } }, signal)
    },
    expectedState: () => expected,
    async outcome() {
      if (program === undefined) throw new SkillStateError('environment-misuse', 'no outcome before reset')
      return await program.ask({ outcome: {} }, outcome)
    },
    async close() {
      await program?.[Symbol.asyncDispose]()
    },
  }
}

/** A player answers at once, so that a process of its own is asked for each decision. */
function decide(started: Started, view: PromptView) {
  const { reasoning = '', patch = {}, action } = askOnce(started, { decide: plain(view) }, decided)
  return { reasoning, patch, action }
}

const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject
