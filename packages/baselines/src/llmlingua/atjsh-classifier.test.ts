import { expect, test } from 'vitest'
import { atjshClassifier } from './atjsh-classifier.ts'

/** The library's factories, which say how they were called. */
function toyLibrary(calls: unknown[]) {
  const factory = (family: string) => async (model: string, options: object) => {
    calls.push({ family, model, ...options })
    const compress = async (text: string, { rate }: { rate: number }) => `${text} at ${rate}`
    return { promptCompressor: { compress } }
  }
  return { LLMLingua2: { WithBERTMultilingual: factory('bert'), WithXLMRoBERTa: factory('xlm-roberta') } }
}

test.each(['bert', 'xlm-roberta'] as const)('runs a model of the family %s', async (family) => {
  const calls: unknown[] = []
  const tokenizer = { encode: () => [] }
  const modelOptions = { subfolder: '' }
  const options = { model: 'some/model', family, modelOptions, library: toyLibrary(calls), tokenizer }
  const classifier = await atjshClassifier(options)
  expect(classifier.id).toBe('llmlingua-2:some/model')
  expect(await classifier.compress('text', 0.25)).toBe('text at 0.25')
  expect(calls).toEqual([
    {
      family,
      model: 'some/model',
      transformerJSConfig: { device: 'cpu', dtype: 'fp32' },
      oaiTokenizer: tokenizer,
      modelSpecificOptions: modelOptions,
    },
  ])
})
