import type { Model } from '@skill-state/protocol'
import { nameTask } from '../../player/plan-user.ts'
import { dumps, type PythonDict, tryParseJson } from '../../python/index.ts'
import { promptedUser } from '../../user/model-user.ts'
import { sayInOrder } from '../../user/scripted-user.ts'
import type { User } from '../../user/user.ts'
import type { Turn } from '../conversation/conversation.ts'
import type { Tau3Task, WantedAction } from '../data/tasks.ts'
import type { Tau3Domain } from '../world.ts'

/** A way to play the users of all tasks. A user's line is what the user says, or a call as `writeCall` writes it. */
export interface Tau3User {
  readonly name: string
  readonly description: string
  /** The user of a new episode. `index` is the task's place in the domain. */
  open(domain: Tau3Domain, task: Tau3Task, index: number): User
}

export function writeCall(name: string, kwargs: PythonDict): string {
  return `{"call": ${dumps(name)}, "arguments": ${dumps(kwargs)}}`
}

/** What a user's line says or calls. A call may stand in a code fence. */
export function readLine(line: string): Turn {
  const text = line.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/, '$1')
  const value = tryParseJson(text)
  const [name, kwargs] = value instanceof Map ? [value.get('call'), value.get('arguments')] : []
  return typeof name === 'string' && kwargs instanceof Map
    ? { calls: [{ name, arguments: kwargs }] }
    : { content: line }
}

/** A user that a model plays: the official guidelines and scenario, and the tools of the task's user. */
export function modelUser(model: Model): Tau3User {
  return {
    name: 'llm',
    description: `played by ${model.id}`,
    open: (domain, task) =>
      promptedUser({
        model,
        brief: briefOf(domain, task),
        request: "Write the customer's next line, or one call, and nothing else:",
        read: (reply) => reply,
        write: (line) => line,
      }),
  }
}

function briefOf(domain: Tau3Domain, task: Tau3Task): string {
  const tools = domain.userTools(task)
  if (tools.length === 0) return domain.userPrompt(task)
  return `${domain.userPrompt(task)}

Your tools, each with the JSON Schema of its arguments:
${tools.map((tool) => JSON.stringify(tool.function)).join('\n')}

To call one, write this line and nothing else: {"call": "<name of a tool>", "arguments": {<its arguments>}}
You are then shown its answer, which the agent does not see, and write your next line.`
}

/** What the agent says when it is the user's turn to call tools. */
export const goOn = 'Please go on.'

/** Each task's actions by who makes them, in runs. */
export function runsOf(task: Tau3Task): readonly (readonly WantedAction[])[] {
  const runs: WantedAction[][] = []
  for (const action of task.actions) {
    const last = runs.at(-1)
    if (last?.[0]?.requestor === action.requestor) last.push(action)
    else runs.push([action])
  }
  return runs
}

/** A user that says the lines of a task in order, whatever the agent says, and the last one again and again. */
export function scriptedUser(
  lines: (task: Tau3Task, index: number) => readonly string[],
  { name, description }: Pick<Tau3User, 'name' | 'description'> = {
    name: 'scripted',
    description: 'a script',
  },
): Tau3User {
  return { name, description, open: (_domain, task, index) => sayInOrder(lines(task, index), task.id) }
}

/** The user of the reference run: names the task, makes its calls of the ground truth when told to, and stops. */
export const planUser: Tau3User = scriptedUser(
  (task, index) => [
    nameTask(index),
    ...runsOf(task)
      .filter((run) => run[0]?.requestor === 'user')
      .flatMap((run) => [...run.map(({ name, arguments: kwargs }) => writeCall(name, kwargs)), 'Go on.']),
    '###STOP###',
  ],
  { name: 'plan', description: 'a script that names the task, for the reference player' },
)
