import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { invalidOption } from '@skill-state/protocol'
import type { ChatWrapper, Llama, LlamaLibrary, LlamaModel, LlamaSequence } from './_library.ts'
import { firstLine } from './_load-library.ts'
import type { Counts } from './options.ts'

/** Contexts that a machine has the memory for, whatever the model was trained for. */
const LARGEST_CONTEXT = 8192

/** A model in memory, with the one sequence that all its calls share. */
export interface OpenFile {
  readonly llama: Llama
  readonly model: LlamaModel
  readonly wrapper: ChatWrapper
  readonly sequence: LlamaSequence
  readonly contextSize: number
}

/** Loads a GGUF file, on the processor. Throws `invalid-option` if it cannot be loaded. */
export async function openFile(
  library: LlamaLibrary,
  file: string,
  { threads, contextSize: wanted }: Pick<Counts, 'threads' | 'contextSize'>,
): Promise<OpenFile> {
  if (!existsSync(file)) throw invalidOption(`there is no model file ${file}`)
  const llama = await library.getLlama({ gpu: false, build: 'never', maxThreads: threads, logLevel: 'error' })
  try {
    const model = await llama.loadModel({ modelPath: resolve(file) })
    const contextSize = wanted ?? Math.min(model.trainContextSize, LARGEST_CONTEXT)
    const context = await model.createContext({ contextSize, threads })
    const wrapper = library.resolveChatWrapper(model, { warningLogs: false })
    return { llama, model, wrapper, sequence: context.getSequence(), contextSize }
  } catch (cause) {
    await llama.dispose()
    throw invalidOption(`${file} cannot be loaded as a GGUF model: ${firstLine(cause)}`, { cause })
  }
}
