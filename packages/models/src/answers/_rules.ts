import type { JsonObject } from '@skill-state/protocol'
import type { Dialect } from './dialect.ts'
import { BOUNDS } from './read/plain.ts'

/** What an engine that takes JSON Schema keeps to. What it rejects and what it passes over are both left out. */
export interface Rules {
  readonly reader: string
  /** How it is said that any value goes; absent if that cannot be. */
  readonly anything?: JsonObject
  /** What it cannot have: keys that may be left out, keys that the schema does not name, recursion, lists with booleans. */
  readonly lacks: readonly ('optionalKeys' | 'openKeys' | 'recursion' | 'booleanLists')[]
  /** Keywords about values of a type, beside what gives them their shape. */
  readonly bounds: Readonly<Record<'string' | 'number' | 'integer' | 'array', readonly string[]>>
  /** Whether two objects of a union may begin with the same key. */
  readonly tellsByFirstKey?: true
  readonly limits: Limits
}

/** What engines limit over a whole schema, in words. */
export const COUNTED = {
  properties: 'keys',
  optionalKeys: 'keys that may be left out',
  unions: 'unions',
  values: 'listed values',
  characters: 'characters of names and listed values',
} as const

interface Limits extends Partial<Record<keyof typeof COUNTED, number>> {
  readonly depth?: number
  /** Listed values of one place beyond which their characters are limited too, and to how many. */
  readonly longList?: { readonly values: number; readonly characters: number }
  /** The highest minimum length of an array. */
  readonly minItems?: number
  /** The highest maximum of a length that is counted out in a grammar. */
  readonly repeats?: number
}

const ANY_TYPE: JsonObject = { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] }
const INTEGER_BOUNDS = ['minimum', 'maximum']

export const RULES: Readonly<Record<Exclude<Dialect, 'gbnf' | 'tool' | 'none'>, Rules>> = {
  // developers.openai.com/api/docs/guides/structured-outputs (supported schemas), as of 2026-02. Of unions it
  // rejects at run time, undocumented: "must not share identical first keys".
  'openai-strict': {
    reader: "OpenAI's strict mode",
    lacks: ['optionalKeys', 'openKeys'],
    bounds: {
      string: ['pattern'],
      number: BOUNDS.number,
      integer: BOUNDS.number,
      array: ['minItems', 'maxItems'],
    },
    tellsByFirstKey: true,
    limits: {
      depth: 10,
      properties: 5000,
      values: 1000,
      characters: 120_000,
      longList: { values: 250, characters: 15_000 },
    },
  },
  // platform.claude.com/docs/en/build-with-claude/structured-outputs (JSON Schema limitations), as of 2026-03.
  anthropic: {
    reader: "Anthropic's structured output",
    lacks: ['openKeys', 'recursion'],
    bounds: { string: ['pattern'], number: [], integer: [], array: ['minItems'] },
    limits: { optionalKeys: 24, unions: 16, minItems: 1 },
  },
  // ai.google.dev/gemini-api/docs/structured-output (JSON Schema support), as of 2026-02-26. References within
  // themselves are unrolled a few times only; lists of booleans are not named there.
  gemini: {
    reader: "Gemini's structured output",
    lacks: ['recursion', 'booleanLists'],
    bounds: {
      string: [],
      number: INTEGER_BOUNDS,
      integer: INTEGER_BOUNDS,
      array: ['minItems', 'maxItems', 'prefixItems'],
    },
    limits: {},
  },
  // github.com/mlc-ai/xgrammar, cpp/json_schema_converter.cc, and vLLM's own list of what it does not hand on to it
  // (multipleOf). Bounds of numbers that are no integers hold to six decimals only.
  xgrammar: {
    reader: 'xgrammar',
    anything: {},
    lacks: [],
    bounds: {
      string: ['minLength', 'maxLength', 'pattern'],
      number: [],
      integer: INTEGER_BOUNDS,
      array: ['minItems', 'maxItems', 'prefixItems'],
    },
    limits: {},
  },
  // github.com/ggml-org/llama.cpp, grammars/README.md (known limitations): what it does not know, it skips silently;
  // prefixItems is broken; a schema that says nothing is read as an object. Repetitions of 2000 are rejected.
  ollama: {
    reader: "llama.cpp's converter in Ollama",
    anything: ANY_TYPE,
    lacks: [],
    bounds: {
      string: ['minLength', 'maxLength'],
      number: [],
      integer: INTEGER_BOUNDS,
      array: ['minItems', 'maxItems'],
    },
    limits: { repeats: 1999 },
  },
}
