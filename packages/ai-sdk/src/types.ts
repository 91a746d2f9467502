import type { LanguageModelMiddleware, wrapLanguageModel } from 'ai'

/** What `ai` itself does not export of the interface of its models. */
type WrappedModel = ReturnType<typeof wrapLanguageModel>
export type CallOptions = Parameters<WrappedModel['doGenerate']>[0]
export type GenerateResult = Awaited<ReturnType<WrappedModel['doGenerate']>>
type StreamResult = Awaited<ReturnType<WrappedModel['doStream']>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
type GenerateArguments = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0]
export type InnerModel = GenerateArguments['model']
