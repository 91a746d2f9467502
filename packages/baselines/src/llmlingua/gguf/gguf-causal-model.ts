import { basename } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import type { CausalModel, Token } from '../causal-model.ts'
import { groupPieces } from './_group-pieces.ts'
import { type LlamaModule, llamaScorer } from './_llama-scorer.ts'

interface GgufToken extends Token {
  readonly ids: readonly number[]
}

/** Tokens that the model sees at a time; of a longer prefix, the beginning is left out. */
const CONTEXT_SIZE = 2048

/** A causal model that holds a file open until it is disposed of. */
export interface GgufCausalModel extends CausalModel<GgufToken>, AsyncDisposable {}

/**
 * A language model from a GGUF file, run by node-llama-cpp 3.22 or newer with one thread, so that figures differ by the processor at
 * most. Calls wait for each other. `scripts/check-gguf.ts` checks it. Throws `invalid-option` if node-llama-cpp is not installed.
 */
export async function ggufCausalModel(path: string, library?: LlamaModule): Promise<GgufCausalModel> {
  const scorer = await llamaScorer(library ?? (await loadLibrary()), path, CONTEXT_SIZE)
  return {
    id: `gguf:${basename(path)}`,
    tokens: (text) => groupPieces(text, scorer.encode(text), scorer.decode),
    async logProbabilities(prefix, tokens) {
      const ids = tokens.flatMap((token) => token.ids)
      const scores = await scorer.score(
        prefix.flatMap((token) => token.ids),
        ids,
      )
      let at = 0
      return tokens.map((token) => {
        const from = at
        at += token.ids.length
        return scores.slice(from, at).reduce((sum, score) => sum + score, 0)
      })
    },
    [Symbol.asyncDispose]: () => scorer.close(),
  }
}

/** Too large even for an optional peer, which package managers install. Its name is a variable, so that no bundler looks for it. */
export async function loadLibrary(name = 'node-llama-cpp'): Promise<LlamaModule> {
  try {
    return (await import(name)) as LlamaModule
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    const [line = ''] = String(cause).split('\n')
    const reason = missing ? 'is not installed: add it to your dependencies' : `cannot be loaded: ${line}`
    const message = `a causal model in a GGUF file needs the package "${name}", which ${reason}`
    throw invalidOption(message, { cause })
  }
}
