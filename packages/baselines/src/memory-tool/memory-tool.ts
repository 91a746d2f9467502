import {
  defineRuntime,
  describeModel,
  type Model,
  parseJson,
  promptText,
  type RunInput,
  type RuntimeRecord,
  type Step,
  type Turn,
} from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { commandReader } from '../turns/read-command.ts'
import { runTurns } from '../turns/run-turns.ts'
import { turnsText } from '../turns/turn-text.ts'
import { MemoryFiles } from './_memory-files.ts'

type Options = { attempts: number; window: number; calls: number }

const HEADING = '\n\nMemory Calls:\n'
const TURNS = { heading: '\n\nRecent History:\n', label: 'Response: ' } as const
const ENDING = `
Later steps show only the newest turns. Keep what they need in files below /memories. Each line of this form is a call:
Memory: {"command": "view", "path": "/memories"}
Commands: view (path, view_range), create (path, file_text), str_replace (path, old_str, new_str), insert (path, insert_line, insert_text), delete (path), rename (old_path, new_path).
Reply with calls to see their answers, or end your reply with 'Action: <cmd>':`
const CALL = 'Memory: '

/**
 * Anthropic's memory tool (`memory_20250818`, https://github.com/anthropics/anthropic-sdk-typescript) beside the newest turns:
 * clearing of tool results keeps 3 of them by default. A reply is calls alone, whose answers the model sees at once, or calls
 * and an action, whose answers it sees in the next step. Calls are lines of the reply, so that any model can make them.
 */
export const memoryTool: RuntimeRecord<Options> = defineRuntime<Options>({
  id: 'memory-tool',
  description: 'files that the model reads and writes by calls, and the newest 3 turns',
  options: z.strictObject({
    attempts,
    window: z.int().min(0).default(3),
    calls: z.int().min(1).default(20).describe('replies with calls alone that a step may have'),
  }),
  layout: {
    heading: HEADING,
    carries: 'memory',
    turns: TURNS,
    observation: 'last',
    replies: { [ENDING]: 'memory-calls' },
  },
  ink: { light: '#4d7c0f', dark: '#a3d65c', dash: '5 2 1 2' },
  run: runMemoryTool,
})

async function* runMemoryTool(
  input: RunInput,
  { attempts, window, calls }: Options,
): AsyncGenerator<Step, void, undefined> {
  const files = new MemoryFiles()
  const read = commandReader(input.environment)
  const head = `Instructions:\n${input.skill.instructions}${HEADING}`
  /** Calls and answers of the step, and those of the last reply. */
  let told = ''
  let unread = ''
  const model: Model = {
    ...describeModel(input.model),
    async generate(request) {
      const rest = promptText(request.prompt).slice(head.length)
      for (let left = calls; ; left -= 1) {
        const answer = await input.model.generate({ ...request, prompt: `${head}${told}${rest}` })
        unread = callsIn(answer.text, files)
        told += unread
        const reading = read(answer.text)
        const isDecided = reading.ok || reading.mistake !== 'syntax'
        if (unread === '' || isDecided || left === 0) return answer
      }
    },
  }
  const carrier = {
    show(observation: string, turns: readonly Turn[]) {
      told = unread
      const recent = window === 0 ? '' : turnsText(turns.slice(-window), TURNS.label)
      return { prompt: `${head}${TURNS.heading}${recent}\nLatest Observation: ${observation}${ENDING}` }
    },
  }
  yield* runTurns({ ...input, model }, carrier, { attempts })
}

function callsIn(reply: string, files: MemoryFiles): string {
  const lines = reply.split('\n').filter((line) => line.startsWith(CALL))
  return lines.map((line) => `${line}\n${files.answer(parseJson(line.slice(CALL.length)))}\n`).join('')
}
