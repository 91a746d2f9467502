import { z } from 'zod'
import { check } from '../data/check.ts'
import { dict, place } from '../data/shape.ts'
import type { PythonValue } from '../python/value.ts'
import { readArguments } from '../verify/arguments.ts'
import { figure } from '../verify/read-record.ts'
import { contentOf, isReactPrompt, readReactReply, withoutReactPrefix } from './react-message.ts'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'

/** Reads one entry of a results file of the official `run.py`. Throws a `TypeError`. */
export function readOfficialRun(value: PythonValue): RecordedRun {
  const { task_id: taskIndex, trial, reward, info, traj } = check(officialRun, value)
  const common = { name: `task ${taskIndex}, trial ${trial}`, taskIndex, reward }
  if (traj.length === 0) return { ...common, steps: [], error: info.error ?? 'it has no messages' }
  const first = traj.findIndex(({ role }) => role === 'assistant')
  const conversation = first === -1 ? [] : traj.slice(first)
  const isReact = isReactPrompt(traj[0]?.content ?? '')
  return { ...common, steps: toSteps(conversation, isReact) }
}

type Message = z.output<typeof message>

/** Each message of the assistant is followed by what it was answered. */
function toSteps(messages: readonly Message[], isReact: boolean): RecordedStep[] {
  const steps: RecordedStep[] = []
  for (let at = 0; at < messages.length; at += 2) {
    const [said, answer] = messages.slice(at, at + 2)
    if (said?.role !== 'assistant' || answer === undefined || answer.role === 'assistant') {
      throw new TypeError(`message ${at + 1} of the conversation is not one of the assistant with an answer`)
    }
    steps.push(isReact ? reactStep(said, answer) : toolCallingStep(said, answer))
  }
  return steps
}

/** Only the first call of a message was executed. */
function toolCallingStep({ content, tool_calls: calls }: Message, answer: Message): RecordedStep {
  const called = calls?.[0]?.function
  if (called === undefined) return { kind: 'respond', content: content ?? '', user: answer.content ?? '' }
  const { name } = called
  const observation = answer.content ?? ''
  const kwargs = readArguments(called.arguments)
  if (name === 'respond') return { kind: 'respond', content: contentOf(kwargs), user: observation }
  return { kind: 'tool', name, kwargs, observation }
}

function reactStep(said: Message, answer: Message): RecordedStep {
  const text = answer.content ?? ''
  const reply = readReactReply(said.content ?? '')
  if (reply.kind === 'respond') return { ...reply, user: text }
  return { ...reply, observation: withoutReactPrefix(text) }
}

const message = dict({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable().optional(),
  tool_calls: z
    .array(dict({ function: dict({ name: z.string(), arguments: z.string() }) }))
    .nullable()
    .optional(),
})

const officialRun = dict({
  task_id: place,
  trial: place,
  reward: figure,
  info: dict({ error: z.string().optional() }),
  traj: z.array(message),
})
