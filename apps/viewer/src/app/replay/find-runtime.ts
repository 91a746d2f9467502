import {
  llmlingua,
  memory,
  ngramModel,
  prompt,
  promptJson,
  stateful,
  summaryCapped,
  truncated,
} from '@skill-state/baselines'
import {
  compileSkill,
  keepEncoding,
  mergeEncoding,
  operationsEncoding,
  type PatchEncoding,
  type RunSkillOptions,
  runSkill,
} from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import type { JsonObject, Runtime, Skill } from '@skill-state/protocol'

/** A runtime that a browser can drive, or why it cannot. */
export type FoundRuntime = { readonly run: Runtime } | { readonly unavailable: string }

const ENCODINGS: readonly PatchEncoding[] = [mergeEncoding, operationsEncoding, keepEncoding]

/** The runtime that a run's conditions name, with the options that they record. */
export function findRuntime(id: string, options: JsonObject): FoundRuntime {
  const { maxPromptChars, window, cadence, granularity, segmentSize, causalModel } = options
  switch (id) {
    case 'prompt':
      return { run: prompt }
    case 'prompt-json':
      return { run: promptJson }
    case 'stateful':
      return { run: stateful }
    case 'memory':
      return { run: (input) => memory(input, { window: number(window), cadence: number(cadence) }) }
    case 'truncated':
      return { run: (input) => truncated(input, { maxPromptChars: number(maxPromptChars) }) }
    case 'summary-capped':
      return { run: (input) => summaryCapped(input, { maxPromptChars: number(maxPromptChars) }) }
    case 'llmlingua':
      if (causalModel !== ngramModel().id) break
      return {
        run: (input) =>
          llmlingua(input, {
            maxPromptChars: number(maxPromptChars),
            granularity: number(granularity),
            segmentSize: number(segmentSize),
          }),
      }
    default:
      if (/^skill-state(-|$)/.test(id))
        return { run: (input) => runSkill(input, skillOptions(options, input.skill)) }
  }
  return { unavailable: `the runtime ${id} cannot run in a browser` }
}

function skillOptions(
  { attempts, noopWhen, answer, encoding, guards }: JsonObject,
  skill: Skill,
): RunSkillOptions {
  return {
    attempts: number(attempts),
    ...(noopWhen === 'always' && { noopWhen }),
    ...(answer === 'json' && { answer }),
    encoding: ENCODINGS.find(({ name }) => name === encoding),
    ...(guards !== undefined && { guards: schemaGuards(compileSkill(skill).schema) }),
  }
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
