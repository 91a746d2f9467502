import { isAbsolute, relative } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { MAX_KEY, MAX_TASKS } from './limits.ts'
import { projectOf } from './places.ts'
import { plain, shortened } from './plain.ts'

/** What a hook notes: what a host told, and the patch of the session's state that follows from it. */
export interface Note {
  readonly told: string
  readonly patch: JsonObject
  /** Whether the tasks are the whole plan: others are over. */
  readonly isPlan?: boolean | undefined
}

/** What a host tells a hook, by the names that Claude Code and Codex share. */
export type HostEvent = JsonObject

/** The note on an event; undefined if it says nothing that is kept. */
export function noteOn(event: HostEvent): Note | undefined {
  const { hook_event_name: name } = event
  const why = (field: string): string => lineOf(event[field], 20)
  switch (name) {
    case 'UserPromptSubmit':
      // A prompt of a sub-agent is not the user's.
      return event.agent_id === undefined
        ? { told: name, patch: { request: lineOf(event.prompt) } }
        : undefined
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const done = onTool(event, name === 'PostToolUse' ? 'done' : 'failed')
      return done && { told: `${name} of ${lineOf(event.tool_name)}`, ...done }
    }
    case 'SessionStart':
      return event.source === 'compact'
        ? undefined
        : { told: name, patch: { phase: `started (${why('source')})` } }
    case 'PostCompact':
      return { told: name, patch: { phase: `compacted (${why('trigger')})` } }
    case 'SessionEnd':
      return { told: name, patch: { phase: `ended (${why('reason')})` } }
    default:
      return undefined
  }
}

/** What a tool did, by its name in lower case. */
function onTool(event: HostEvent, outcome: string): Omit<Note, 'told'> | undefined {
  const input = isJsonObject(event.tool_input) ? event.tool_input : {}
  const tool = textOf(event.tool_name).toLowerCase()
  const command = [input.command ?? ''].flat().map(textOf).join(' ')
  switch (tool) {
    case 'edit':
    case 'multiedit':
    case 'write':
    case 'notebookedit':
    case 'apply_patch': {
      const named = textOf(input.file_path ?? input.notebook_path ?? input.path)
      const files = named === '' ? filesIn(command) : [named]
      return outcome === 'done'
        ? entries(
            'files',
            files.map((file) => [fileKey(file, event), 'changed']),
          )
        : undefined
    }
    case 'bash':
      return entries('commands', [[lineOf(command, MAX_KEY), outcome]])
    case 'skill':
      return { patch: { skill: lineOf(input.skill ?? input.command) } }
    case 'todowrite':
    case 'update_plan':
      return plan([input.todos ?? input.plan ?? []].flat().filter(isJsonObject))
    case 'taskcreate':
    case 'taskupdate':
      return task(input, event.tool_response)
    default:
      return undefined
  }
}

function entries(
  field: string,
  made: readonly (readonly [string, string])[],
): Omit<Note, 'told'> | undefined {
  const named = made.filter(([key]) => key !== '').slice(-3)
  return named.length === 0 ? undefined : { patch: { [field]: Object.fromEntries(named) } }
}

function filesIn(patch: string): readonly string[] {
  return Array.from(patch.matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm), ([, file = '']) => file.trim())
}

function fileKey(file: string, { cwd }: HostEvent): string {
  const inProject = typeof cwd === 'string' ? relative(projectOf(cwd), file) : file
  const isInside = inProject !== '' && !inProject.startsWith('..') && isAbsolute(file)
  return shortened(plain(isInside ? inProject : file), MAX_KEY, 'last')
}

const OVER = ['completed', 'deleted', 'cancelled']

function plan(steps: readonly JsonObject[]): Omit<Note, 'told'> {
  const open = steps.filter(({ status }) => !OVER.includes(textOf(status)))
  const shown = open.length > MAX_TASKS ? open.slice(0, MAX_TASKS - 1) : open
  const tasks: { [key: string]: string } = {}
  shown.forEach((step, at) => {
    tasks[String(at + 1)] = lineOf(step.content ?? step.step)
  })
  if (shown.length < open.length) tasks.more = `${open.length - shown.length} more in the plan`
  return { patch: { tasks }, isPlan: true }
}

/** A task that has a number of its own, which the result of its making tells. */
function task(input: JsonObject, response: JsonValue | undefined): Omit<Note, 'told'> | undefined {
  const made = isJsonObject(response) && isJsonObject(response.task) ? response.task.id : undefined
  const id = plain(textOf(input.taskId ?? made ?? /#(\d+)/.exec(textOf(response))?.[1])).slice(0, 12)
  const [subject, isOver] = [lineOf(input.subject), OVER.includes(textOf(input.status))]
  if (id === '' || (subject === '' && !isOver)) return undefined
  return { patch: { tasks: { [id]: isOver ? null : subject } } }
}

/** A value as a line; longer ones are cut. */
function lineOf(value: JsonValue | undefined, maxChars: number = 160): string {
  return shortened(plain(textOf(value)), maxChars, 'first')
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
