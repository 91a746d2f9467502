import { homedir } from 'node:os'
import { join } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import { editOf } from '../install/edit.ts'
import { readTarget } from '../install/files.ts'
import { type Host, hookWords } from '../install/program.ts'
import { STATE_TOOLS } from '../state-tools.ts'

/** pi has neither hooks nor MCP: an extension asks our program, with a deadline of its own. */
export const pi: Host = {
  edits(installation) {
    const folder = process.env.PI_CODING_AGENT_DIR ?? join(homedir(), '.pi', 'agent')
    const target = readTarget(join(folder, 'extensions', 'skill-state.ts'))
    if (target.text !== undefined)
      throw invalidOption(`${target.file} exists already; remove it, then repeat`)
    const tools = STATE_TOOLS.map(({ name, description, inputSchema: parameters }) => ({
      name,
      label: name,
      description,
      parameters,
    }))
    const source = EXTENSION.replace("'(program)'", () =>
      JSON.stringify(hookWords(installation, 'run')),
    ).replace("'(tools)'", () => JSON.stringify(tools))
    return [editOf(target, [{ at: 0, text: source }])]
  },
  note: 'Type /reload in pi, or start it again.',
}

const EXTENSION = `// Made by \`skill-state hooks install pi\`; \`skill-state hooks remove pi\` removes it.
import { spawn } from 'node:child_process'

const PROGRAM = '(program)'
const TOOLS = '(tools)'

/** Of the program, and a second more. */
const DEADLINE_MS = (Number(process.env.SKILL_STATE_DEADLINE_MS) || 5000) + 1000

/** What the program answers; nothing if it fails or takes too long. */
function ask(event) {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM[0], PROGRAM.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] })
    let text = ''
    const timer = setTimeout(() => { child.kill('SIGKILL'); resolve('') }, DEADLINE_MS)
    child.on('error', () => { clearTimeout(timer); resolve('') })
    child.on('close', () => { clearTimeout(timer); resolve(text) })
    child.stdout.setEncoding('utf8').on('data', (more) => { text += more })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(event))
  })
}

export default function (pi) {
  let pending = ''
  const tell = (ctx, hook_event_name, more) =>
    ask({ session_id: ctx.sessionManager.getSessionId(), cwd: ctx.cwd, hook_event_name, ...more })
  const message = (content) => ({ customType: 'skill-state', content, display: false })

  pi.on('session_start', async (event, ctx) => {
    pending = await tell(ctx, 'SessionStart', { source: event.reason ?? 'startup' })
  })
  pi.on('before_agent_start', (event, ctx) => {
    void tell(ctx, 'UserPromptSubmit', { prompt: event.prompt })
    const content = pending
    pending = ''
    return content === '' ? undefined : { message: message(content) }
  })
  pi.on('tool_result', (event, ctx) => {
    if (!['bash', 'edit', 'write'].includes(event.toolName)) return
    const name = event.isError ? 'PostToolUseFailure' : 'PostToolUse'
    void tell(ctx, name, { tool_name: event.toolName, tool_input: event.input })
  })
  pi.on('session_compact', async (event, ctx) => {
    await tell(ctx, 'PostCompact', { trigger: event.reason, compact_summary: event.compactionEntry?.summary })
    const content = await tell(ctx, 'SessionStart', { source: 'compact' })
    if (content !== '') pi.sendMessage(message(content), { deliverAs: 'steer' })
  })
  pi.on('session_shutdown', async (event, ctx) => {
    await tell(ctx, 'SessionEnd', { reason: event.reason })
  })
  for (const tool of TOOLS) {
    pi.registerTool({
      ...tool,
      async execute(_id, input, _signal, _onUpdate, ctx) {
        const text = await tell(ctx, 'StateTool', { tool: tool.name, input })
        return { content: [{ type: 'text', text: text || 'the state could not be reached' }], details: {} }
      },
    })
  }
}
`
