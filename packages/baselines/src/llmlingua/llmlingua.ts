import {
  defineRuntime,
  type Issue,
  type RunInput,
  type RuntimeRecord,
  type Step,
} from '@skill-state/protocol'
import { z } from 'zod'
import { countCharacters } from '../turns/characters.ts'
import { attempts, maxPromptChars, PINNED_PROMPT_CHARS } from '../turns/options.ts'
import { type Carrier, runTurns } from '../turns/run-turns.ts'
import { buildTranscriptPrompt, transcriptLayout } from '../turns/transcript-prompt.ts'
import { turnText } from '../turns/turn-text.ts'
import { PerplexityCompressor } from './_perplexity-compressor.ts'
import type { CausalModel } from './causal-model.ts'
import { ggufCausalModel } from './gguf/gguf-causal-model.ts'
import { NGRAM_MODEL, ngramModel } from './ngram/ngram-model.ts'

type MethodOptions = {
  attempts: number
  maxPromptChars: number
  /** k of the budget controller: by how much the turns taken may exceed what is to remain of them. */
  granularity: number
  segmentSize: number
}

type LlmlinguaOptions = MethodOptions & {
  /** What judges the tokens: the model that the package has, or a language model in a file. */
  causalModel: string
}

const GGUF = 'gguf:'

/**
 * ReAct + LLMLingua: the prompt of A.1, its history pruned by the method of Jiang et al., "LLMLingua:
 * Compressing Prompts for Accelerated Inference of Large Language Models" (2023). The method misses the size
 * it aims at, so each step searches for the rate whose result fits, and says in a note which one it was.
 *
 * The instructions, the newest observation and the texts of A.1 have the rate 1, although that paper prunes
 * instructions and question a little too (0.85 and 0.9): every runtime shows the same text of the skill.
 */
export const llmlingua: RuntimeRecord<LlmlinguaOptions> = defineRuntime<LlmlinguaOptions>({
  id: 'llmlingua',
  description: `the transcript, compressed by LLMLingua over n-grams to ${PINNED_PROMPT_CHARS} characters`,
  options: z.strictObject({
    attempts,
    maxPromptChars,
    granularity: z.number().min(1).default(2),
    segmentSize: z.int().min(1).default(100),
    causalModel: z
      .string()
      .refine(
        (name) => name === NGRAM_MODEL || name.startsWith(GGUF),
        `expected ${NGRAM_MODEL} or ${GGUF}FILE`,
      )
      .default(NGRAM_MODEL),
  }),
  layout: transcriptLayout,
  ink: { light: '#6d4fa3', dark: '#bda4ec', dash: '6 3 2 3' },
  async prepare({ causalModel }) {
    await loadModel(causalModel)
  },
  async *run(input, { causalModel, ...method }) {
    yield* runLlmlingua(input, await loadModel(causalModel), method)
  },
})

const files = new Map<string, Promise<CausalModel>>()

/** A file is loaded once, and stays open until the process ends. */
async function loadModel(name: string): Promise<CausalModel> {
  if (name === NGRAM_MODEL) return ngramModel()
  const loading = files.get(name) ?? ggufCausalModel(name.slice(GGUF.length))
  files.set(name, loading)
  return loading
}

export async function* runLlmlingua(
  input: RunInput,
  model: CausalModel,
  { attempts, maxPromptChars, ...method }: MethodOptions,
): AsyncGenerator<Step, void, undefined> {
  const { instructions } = input.skill
  const compressor = new PerplexityCompressor({ ...method, model, instructions })
  yield* runTurns(input, carryCompressed(instructions, compressor, maxPromptChars), { attempts })
}

/**
 * Carries the transcript of A.1, its history made to fit so that the prompt has at most `budget` code points. What is around it is never
 * shortened. A note says how it was made to fit.
 */
function carryCompressed(instructions: string, compressor: PerplexityCompressor, budget: number): Carrier {
  return {
    async show(observation) {
      const around = countCharacters(buildTranscriptPrompt(instructions, '', observation))
      const { text, how } = await compressor.fit(budget - around)
      const prompt = buildTranscriptPrompt(instructions, text, observation)
      return { prompt, notes: how === undefined ? undefined : [note(how, countCharacters(prompt), budget)] }
    },
    add: (turn) => compressor.add(turnText(turn, transcriptLayout.turns.label)),
  }
}

function note(how: string, size: number, budget: number): Issue {
  return { path: '', message: `history ${how}; the prompt has ${size} of at most ${budget} characters` }
}
