import { basename } from 'node:path'
import {
  invalidOption,
  type JsonObject,
  known,
  type Model,
  type ModelRequest,
  type ModelResponse,
  SkillStateError,
  unlessAborted,
} from '@skill-state/protocol'
import { enforcement, lowerSchema } from '../answers/index.ts'
import { samplingParameters } from '../capabilities/capabilities.ts'
import { rateLimiter } from '../limits/limiter.ts'
import { checkSampling } from '../wire/sampling.ts'
import { chatPrompt } from './_chat-prompt.ts'
import type { Grammar, Llama, LlamaLibrary } from './_library.ts'
import { loadLibrary } from './_load-library.ts'
import { openFile } from './_open-file.ts'
import { PromptReader } from './_read-prompt.ts'
import { writeReply } from './_write-reply.ts'
import { countsOf, type LocalOptions } from './options.ts'

/** A model that is in memory until it is disposed of; the calls under way end first. */
interface LocalModel extends Model, AsyncDisposable {}

/**
 * A language model from a GGUF file, run by node-llama-cpp 3.22 or newer on the processor. `answerSchema` becomes a grammar. Calls wait for
 * each other; tokens that a prompt shares with the one before are not read again, and count as cached. Rejects with `invalid-option` for an
 * invalid option or file; `generate` throws `model-refused` for a prompt that the context has no room for.
 */
export async function local(file: string, options: LocalOptions = {}): Promise<LocalModel> {
  const id = `local:${options.name ?? basename(file)}`
  const { temperature = 0, topP, topK, seed, notice } = options
  const sampling = known({ temperature, topP, topK, seed })
  checkSampling(id, sampling, samplingParameters)
  const counts = countsOf(id, options)
  const { maxOutputTokens, threads, longestText } = counts
  const library = (options.library ?? (await loadLibrary(file))) as LlamaLibrary
  const { llama, model, wrapper, sequence, contextSize } = await openFile(library, file, counts)
  const reader = new PromptReader(sequence)
  const grammarOf = createGrammars(llama, longestText)
  const turns = rateLimiter({ initial: 1, max: 1 })
  let closing: Promise<void> | undefined

  /** Tokens that are left for a reply: the engine needs one place for itself. */
  function roomAfter(tokens: readonly number[]): number {
    const room = contextSize - tokens.length - 1
    if (room >= 1) return Math.min(room, maxOutputTokens)
    const message = `${id}: the prompt has ${tokens.length} tokens, too many for a context of ${contextSize}: shorten it, or choose a larger contextSize`
    throw new SkillStateError('model-refused', message)
  }

  async function answer(request: ModelRequest): Promise<ModelResponse> {
    const { prompt, answerSchema, signal, onText } = request
    if (request.tools) throw invalidOption(`${id} calls no tools: ask for a text or JSON`)
    const { tokens, stops } = chatPrompt(model, wrapper, prompt)
    const limit = roomAfter(tokens)
    const grammar = answerSchema && (await grammarOf(answerSchema))
    const { reused, rest } = await reader.read(tokens, signal)
    const grammarEvaluationState = grammar && new library.LlamaGrammarEvaluationState({ model, grammar })
    const evaluation = { ...sampling, ...known({ grammarEvaluationState }), yieldEogToken: true } as const
    const asked = { tokens, rest, stops, limit, options: evaluation, signal, onText }
    const { text, finishReason, outputTokens } = await writeReply(model, sequence, asked)
    const usage = { inputTokens: tokens.length, cachedInputTokens: reused, outputTokens }
    return { text, finishReason, usage, model: id }
  }

  async function close(): Promise<void> {
    const release = await turns.acquire()
    await llama.dispose()
    release('answered')
  }

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    if (closing) throw new SkillStateError('model-failed', `${id} was disposed of: load it again`)
    const release = await turns.acquire({ signal: request.signal })
    const answered = answer(request).finally(() => release('answered'))
    return unlessAborted(answered, request.signal)
  }

  return {
    id,
    ...known({ notice }),
    capabilities: { contextTokens: contextSize, maxOutputTokens },
    settings: {
      ...sampling,
      ...known({ longestText }),
      engine: `node-llama-cpp ${await library.getModuleVersion()}`,
      threads,
      contextSize,
      maxOutputTokens,
      dialect: 'gbnf',
    },
    enforce: (schema: JsonObject) => enforcement(schema, 'gbnf'),
    generate,
    [Symbol.asyncDispose]() {
      closing ??= close()
      return closing
    },
  }
}

/** Gives the grammar of a schema; nothing if a grammar cannot express it. */
type Grammars = (schema: JsonObject) => Promise<Grammar | undefined>

/** Reads each schema once: the callers of an episode send one and the same object with every call. */
function createGrammars(llama: Llama, longestText: number | undefined): Grammars {
  const known = new WeakMap<JsonObject, Promise<Grammar | undefined>>()
  const options = longestText === undefined ? {} : { longestText }
  const read = async (schema: JsonObject): Promise<Grammar | undefined> => {
    const lowered = lowerSchema(schema, 'gbnf', options)
    if (!lowered.ok || lowered.value.grammar === undefined) return undefined
    return llama.createGrammar({ grammar: lowered.value.grammar })
  }
  return (schema) => {
    const grammar = known.get(schema) ?? read(schema)
    known.set(schema, grammar)
    return grammar
  }
}
