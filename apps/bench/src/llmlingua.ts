import {
  atjshClassifier,
  ggufCausalModel,
  LLMLINGUA_GRANULARITY,
  LLMLINGUA_SEGMENT,
  llmlingua,
  llmlingua2,
  ngramModel,
  PINNED_PROMPT_CHARS,
} from '@skill-state/baselines'
import { DEFAULT_ATTEMPTS } from '@skill-state/core'
import type { RunInput, Step } from '@skill-state/protocol'
import type { NamedRuntime } from '@skill-state/suite'

const pinned = { attempts: DEFAULT_ATTEMPTS, maxPromptChars: PINNED_PROMPT_CHARS } as const
const method = { granularity: LLMLINGUA_GRANULARITY, segmentSize: LLMLINGUA_SEGMENT } as const

/** Pinned to the size of SKILL.state's prompt; what is kept is chosen by a small model that knows words. */
export const llmlinguaOverNgrams: NamedRuntime = {
  description: `the transcript, compressed by LLMLingua over n-grams to ${PINNED_PROMPT_CHARS} characters`,
  run: llmlingua,
  options: { ...pinned, ...method, causalModel: ngramModel().id },
}

/** The same over a language model in a GGUF file, by node-llama-cpp. */
export function llmlinguaOverGguf(file: string): NamedRuntime {
  const options = { ...pinned, ...method, causalModel: `gguf:${file}` }
  return loading(
    'the same over a language model in a file',
    () => ggufCausalModel(file),
    (input, model) => llmlingua(input, { model }),
    options,
  )
}

const CLASSIFIER = 'atjsh/llmlingua-2-js-tinybert-meetingbank'

/** LLMLingua-2, which is another method: a classifier, by @atjsh/llmlingua-2. */
export const llmlinguaByClassifier: NamedRuntime = loading(
  'the same by the classifier of LLMLingua-2; needs the package @atjsh/llmlingua-2',
  () => atjshClassifier({ model: CLASSIFIER, family: 'bert' }),
  (input, classifier) => llmlingua2(input, { classifier }),
  { ...pinned, classifier: CLASSIFIER },
)

/** A runtime that needs something large, loaded once, and before anything is spent. */
function loading<T>(
  description: string,
  load: () => Promise<T>,
  run: (input: RunInput, loaded: T) => AsyncGenerator<Step, void, undefined>,
  options: NamedRuntime['options'],
): NamedRuntime {
  let loaded: Promise<T> | undefined
  const loadOnce = (): Promise<T> => {
    loaded ??= load()
    return loaded
  }
  return {
    description,
    options,
    prepare: async () => {
      await loadOnce()
    },
    async *run(input) {
      yield* run(input, await loadOnce())
    },
  }
}
