// Checks `ggufCausalModel` against a real model: that its tokens are the text, and that its figures are the
// probabilities that node-llama-cpp gives itself, whatever was read before. Needs what the workspace does not
// install: node-llama-cpp 3.22 or newer, and a GGUF file of a language model.
//
//   node --conditions=@skill-state/source packages/baselines/scripts/check-gguf.ts \
//     <folder>/node_modules/node-llama-cpp/dist/index.js <file>.gguf
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ggufCausalModel } from '../src/llmlingua/gguf/gguf-causal-model.ts'

/** The part of node-llama-cpp that gives whole distributions, which is slow and so only used here. */
interface Library {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<{
      readonly tokens: { readonly bos: number }
      createContext(options: object): Promise<{ getSequence(): Sequence }>
    }>
    dispose(): Promise<void>
  }>
}

interface Sequence {
  controlledEvaluate(
    input: readonly unknown[],
  ): Promise<readonly { next: { probabilities: Map<number, number> } }[]>
}

const [modulePath, file] = process.argv.slice(2)
if (modulePath === undefined || file === undefined)
  throw new Error('usage: check-gguf.ts <module> <file.gguf>')
const library = (await import(pathToFileURL(resolve(modulePath)).href)) as Library

async function distributionFigures(ids: readonly number[]): Promise<readonly number[]> {
  const llama = await library.getLlama({ gpu: false, build: 'never', maxThreads: 1 })
  const model = await llama.loadModel({ modelPath: file })
  const sequence = (await model.createContext({ contextSize: 2048, threads: 1 })).getSequence()
  const input = [model.tokens.bos, ...ids].map((id) => [id, { generateNext: { probabilities: true } }])
  const outputs = await sequence.controlledEvaluate(input)
  await llama.dispose()
  return ids.map((id, index) => Math.log(outputs[index]?.next.probabilities.get(id) ?? 0))
}

const model = await ggufCausalModel(resolve(file), library as never)
const texts = [
  'Stored item_3 on shelf_0. Ünï 🚀👩‍👧.\n\nA  b',
  ' lead',
  '\nx\n',
  '日本語 text',
  '\ud83d lone',
  'a\tb',
  '',
]
for (const text of texts) {
  assert.equal(
    model
      .tokens(text)
      .map((token) => token.text)
      .join(''),
    text,
  )
}

const tokens = model.tokens('The capital of France is Paris, and the river is the Seine.')
const figures = await model.logProbabilities([], tokens)
const wanted = await distributionFigures(tokens.flatMap((token) => token.ids))
for (const [index, figure] of figures.entries()) {
  assert.ok(Math.abs(figure - (wanted[index] ?? 0)) < 1e-3, `${figure} is not ${wanted[index]}`)
}
await model.logProbabilities(tokens.slice(3), tokens.slice(0, 2))
assert.deepEqual(await model.logProbabilities(tokens.slice(0, 5), tokens.slice(5)), figures.slice(5))

const long = model.tokens('A long history of many words. '.repeat(60))
const start = performance.now()
await model.logProbabilities([], long)
const speed = (1000 * long.length) / (performance.now() - start)
console.log(`${model.id}: ${tokens.length} figures agree; ${speed.toFixed(0)} tokens a second`)
await model[Symbol.asyncDispose]()
