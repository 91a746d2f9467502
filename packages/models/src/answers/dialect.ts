/** The ways in which a model's replies can be held to a JSON Schema, named after who reads the schema. */
export const dialects = [
  /** OpenAI's strict structured output: closed objects, every property required. */
  'openai-strict',
  'anthropic',
  /** Gemini's `responseJsonSchema`. */
  'gemini',
  /** vLLM's default engine, xgrammar. */
  'xgrammar',
  /** Ollama's `format`, which llama.cpp's converter turns into a grammar. */
  'ollama',
  /** A grammar in llama.cpp's notation, made here. */
  'gbnf',
  /** A tool without strict mode: the schema guides the model, and nothing holds the reply to it. */
  'tool',
  'none',
] as const

export type Dialect = (typeof dialects)[number]
