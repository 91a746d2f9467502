import {
  type Client,
  type Progress,
  type Prompt,
  SdkHttpError,
  type Tool,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { clock, type Part, reasonOf, SkillStateError } from '@skill-state/protocol'
import { describeServer, type McpServer } from '../server.ts'
import { callTask } from './_call-task.ts'
import type { KeepFile } from './_embedded-files.ts'
import { type Attempt, ServerSession, type SessionOptions } from './_server-session.ts'
import { type PatienceOptions, patiently } from './patience.ts'
import { oneLine, resourceText, resultText } from './result-text.ts'

export interface ConnectOptions extends Omit<SessionOptions, 'onChanged'> {
  /** Milliseconds that a server has to start and to list all of its tools; `npx` may have to fetch it. Default 60,000. */
  readonly startTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Keeps an image, a sound or another file of a result, and returns its handle. Default: the model is told its kind and size only. */
  readonly onFile?: KeepFile | undefined
  /** Hears what a server says of a call under way, and that it changed its tools. */
  readonly onNote?: ((text: string) => void) | undefined
}

export interface CallOptions extends Omit<PatienceOptions, 'onProgress'> {
  /** Takes each image of a tool's result that no `onFile` keeps, in the place of a line of the text. */
  readonly onImage?: ((image: Part) => void) | undefined
}

/** Milliseconds between two notes of a call's progress, at least. */
const PROGRESS_MS = 1_000

/** What a server has beside tools: a resource by its URI, a template of such URIs, or a prompt by its name. */
export interface Named {
  readonly kind: 'resource' | 'template' | 'prompt'
  readonly name: string
  readonly description: string
}

export interface Connection {
  /** The name that it was given, or calls itself. */
  readonly name: string
  readonly tools: readonly Tool[]
  /** What it says of its use; may be empty. */
  readonly instructions: string
  /** Calls a tool; the answer as text. Throws what the SDK throws, and `Silence`. */
  call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CalledTool>
  /** What it lists beside tools; empty if it cannot. */
  named(): Promise<readonly Named[]>
  /** The text of a prompt, if it has one of this name, or of a resource. Throws as `call`. */
  read(name: string, args: Record<string, string>, options: CallOptions): Promise<string>
  /** Why no call can succeed any more; undefined while the server is there. */
  failure(): SkillStateError | undefined
  close(): Promise<void>
}

export interface CalledTool {
  readonly text: string
  readonly isError: boolean
}

/** Starts the server, or finds it. Throws `environment-failed` if it does not come to answer; aborted, the reason. */
export async function connect(server: McpServer, options: ConnectOptions): Promise<Connection> {
  const { startTimeoutMs: timeout = 60_000, signal, onFile, onNote = () => {} } = options
  let named: readonly Named[] | undefined
  let tools: readonly Tool[] | undefined
  const tellChanged = (now: readonly Tool[], before: readonly Tool[]): void => {
    const [come, gone] = [without(now, before), without(before, now)]
    if (come.length + gone.length === 0) return
    const what = [...come.map((name) => `+${name}`), ...gone.map((name) => `-${name}`)].join(' ')
    onNote(
      oneLine(`the MCP server "${session.name}" changed its tools (${what}): the next run has them`).slice(
        0,
        400,
      ),
    )
  }
  const session = new ServerSession(server, {
    ...options,
    onChanged(list) {
      named = undefined
      if (list && tools) tellChanged(list, tools)
    },
  })
  let deadline: AbortSignal | undefined
  const attempt = (): Attempt => {
    deadline = AbortSignal.timeout(timeout)
    return { timeout, signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) }
  }
  /** A call under way: only then the server may ask something. */
  const during = async <T>(
    { timeoutMs, signal: abort, what }: CallOptions & { readonly what: string },
    request: (client: Client, options: Parameters<Parameters<typeof patiently>[1]>[0]) => Promise<T>,
  ): Promise<T> => {
    const { work } = session
    let told = -Infinity
    if (work.calls === 0) work.requests = 0
    work.calls += 1
    try {
      const onProgress = (progress: Progress): void => {
        const isSoon = clock.now() < told + PROGRESS_MS && progress.progress !== progress.total
        if (isSoon) return
        told = clock.now()
        onNote(progressText(session.name, what, progress))
      }
      const patience = {
        timeoutMs,
        signal: abort,
        onProgress,
        isWaiting: () => work.open > 0 || clock.now() < work.answered + timeoutMs,
      }
      return await patiently(patience, (waiting) =>
        session.use(attempt, (client) => request(client, waiting)),
      )
    } finally {
      work.calls -= 1
    }
  }
  const list = async (): Promise<readonly Named[]> =>
    (named ??= await session.use(attempt, (client, request) => listNamed(client, request)))
  try {
    signal?.throwIfAborted()
    const listed = await session.use(attempt, (client, request) => client.listTools(undefined, request))
    tools = listed.tools
    return {
      name: session.name,
      tools,
      instructions: session.instructions,
      call: async (name, args, call) => {
        const isTask = listed.tools.some(
          (tool) => tool.name === name && tool.execution?.taskSupport === 'required',
        )
        const result = await during({ ...call, what: name }, (client, request) =>
          isTask
            ? callTask(client, { name, args }, request)
            : client.callTool({ name, arguments: args }, request),
        )
        return { text: resultText(result, onFile, call.onImage), isError: result.isError === true }
      },
      named: list,
      read: async (name, args, call) => {
        const isPrompt = (await list()).some((each) => each.kind === 'prompt' && each.name === name)
        return await during({ ...call, what: name }, (client, request) =>
          isPrompt
            ? promptText(client.getPrompt({ name, arguments: args }, request), onFile)
            : client
                .readResource({ uri: name }, request)
                .then(({ contents }) => contents.map((each) => resourceText(each, onFile)).join('\n')),
        )
      },
      failure: () => (session.ended ? failed(server, session, 'has ended') : undefined),
      close: () => session.close(),
    }
  } catch (cause) {
    await session.close()
    signal?.throwIfAborted()
    const reason = deadline?.aborted ? `it was not ready within ${timeout / 1_000} s` : complaintOf(cause)
    throw failed(server, session, `cannot be used: ${reason}`, cause)
  }
}

function without(tools: readonly Tool[], others: readonly Tool[]): readonly string[] {
  return tools.filter(({ name }) => others.every((other) => other.name !== name)).map(({ name }) => name)
}

/** Resources and prompts of servers that have any; what a server cannot list it has not. */
async function listNamed(client: Client, request: Attempt): Promise<readonly Named[]> {
  const { resources, prompts } = client.getServerCapabilities() ?? {}
  const lists = [
    resources &&
      client
        .listResources(undefined, request)
        .then((list) =>
          list.resources.map(({ uri, name, description = name }) => named('resource', uri, description)),
        ),
    resources &&
      client
        .listResourceTemplates(undefined, request)
        .then((list) =>
          list.resourceTemplates.map(({ uriTemplate, name, description = name }) =>
            named('template', uriTemplate, description),
          ),
        ),
    prompts && client.listPrompts(undefined, request).then((list) => list.prompts.map(promptNamed)),
  ]
  const listed = await Promise.all(lists.map(async (list) => (await list?.catch(() => [])) ?? []))
  return listed.flat()
}

function promptNamed({ name, description = '', arguments: args = [] }: Prompt): Named {
  const words = args.map((each) => `${each.name}${each.required ? '' : '?'}`)
  return named('prompt', name, `${words.length === 0 ? '' : `(${words.join(', ')}) `}${description}`)
}

function named(kind: Named['kind'], name: string, description: string): Named {
  return { kind, name, description: oneLine(description).slice(0, 200) }
}

async function promptText(
  prompt: ReturnType<Client['getPrompt']>,
  keep: KeepFile | undefined,
): Promise<string> {
  const { messages } = await prompt
  return messages
    .map(({ role, content }) => `${role}: ${resultText({ content: [content] }, keep)}`)
    .join('\n')
}

function progressText(server: string, what: string, { progress, total, message = '' }: Progress): string {
  return oneLine(
    `${server} ${what}: ${progress}${total === undefined ? '' : ` of ${total}`} ${message}`,
  ).slice(0, 200)
}

/** One line, with the last words of a server that was started here. */
function failed(
  server: McpServer,
  { stderr }: ServerSession,
  what: string,
  cause?: unknown,
): SkillStateError {
  const said = oneLine(stderr.slice(-300))
  const last = said === '' ? '' : `; it said last: ${said}`
  return new SkillStateError(
    'environment-failed',
    `the MCP server ${describeServer(server)} ${what}${last}`,
    { cause },
  )
}

function complaintOf(cause: unknown): string {
  const message = reasonOf(cause)
  if (UnauthorizedError.isInstance(cause) || (SdkHttpError.isInstance(cause) && cause.status === 401))
    return 'it asks for a sign-in (401): give a token in its headers, or sign in by a page (onAuthorize)'
  if (/ENOENT/.test(message)) return 'there is no such command'
  // A folder of PATH that may not be read gives this for a command that is missing, too.
  if (/EACCES/.test(message)) return 'there is no such command that you may execute'
  return oneLine(message).slice(0, 300)
}
