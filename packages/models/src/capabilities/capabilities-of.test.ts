import { describe, expect, it } from 'vitest'
import { providers } from './capabilities.ts'
import { capabilitiesOf } from './capabilities-of.ts'
import { parseCapabilities } from './parse-capabilities.ts'
import { table } from './table.ts'

describe('the capabilities of a model', () => {
  it('knows a model by its name, with or without the date of a snapshot', () => {
    const known = capabilitiesOf('openai', 'gpt-6.2-sol')
    expect(known).toEqual({
      dialect: 'openai-strict',
      native: 'messages',
      sees: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'],
      sampling: [],
      contextTokens: 1_050_000,
      maxOutputTokens: 16_384,
      outputTokenLimit: 128_000,
      outputLimitName: 'max_completion_tokens',
      caching: 'breakpoints',
      cacheMinimumTokens: 1024,
      prices: { date: '2026-11-21', input: 2, cacheRead: 0.1, cacheWrite: 2.5, output: 10 },
      notes: ['prices are those of requests with at most 272,000 input tokens'],
    })
    expect(capabilitiesOf('openai', 'gpt-6.2-sol-2026-11-17')).toEqual(known)
    expect(capabilitiesOf('anthropic', 'claude-haiku-4-5-20251001').prices?.input).toBe(1)
  })

  it.each([
    ['openai', 'gpt-6.2-solo'],
    ['openai', 'gpt-6x2-sol'],
    ['anthropic', 'claude-opus-5-7'],
    ['openai', 'gpt-5-pro'],
    ['anthropic', 'claude-opus-4-1'],
    ['gemini', 'gemini-9'],
    ['openrouter', 'meta/llama'],
  ] as const)('has safe defaults and a note for %s:%s', (provider, model) => {
    const { notes, ...others } = capabilitiesOf(provider, model)
    expect(notes).toEqual([
      `model "${model}" is not in the table of ${provider}; safe defaults: no schema enforced, no sampling parameters, max output 4096 tokens, no prices`,
    ])
    const outputLimitName = provider === 'openai' ? 'max_completion_tokens' : 'max_tokens'
    expect(others).toEqual({
      dialect: 'none',
      sampling: [],
      maxOutputTokens: 4096,
      outputLimitName,
      caching: 'none',
    })
  })

  it.each([
    ['vllm', 'xgrammar'],
    ['llamacpp', 'gbnf'],
    ['ollama', 'ollama'],
    ['local', 'gbnf'],
  ] as const)('takes any model of %s, with the dialect %s', (provider, dialect) => {
    expect(capabilitiesOf(provider, 'any/model:7b')).toMatchObject({ dialect, maxOutputTokens: 4096 })
  })

  it('lets a user know better', () => {
    const better = capabilitiesOf('openai', 'gpt-next', {
      dialect: 'tool',
      sampling: ['temperature'],
      outputTokenLimit: 64_000,
      prices: { date: '2026-12-01', input: 1, output: 2 },
    })
    expect(better).toMatchObject({ dialect: 'tool', sampling: ['temperature'], maxOutputTokens: 16_384 })
    expect(better.notes).toHaveLength(1)
  })

  it('rejects a reply that is longer than the model writes', () => {
    expect(() => capabilitiesOf('openai', 'gpt-4o-mini', { maxOutputTokens: 20_000 })).toThrow(
      'openai:gpt-4o-mini writes at most 16384 tokens; maxOutputTokens is 20000',
    )
  })

  it.each<[unknown, string]>([
    [[], 'capabilities must be an object, not []'],
    [{ temprature: 1 }, 'capabilities has no field "temprature"; it has dialect, sampling, '],
    [{ toString: 1 }, 'capabilities has no field "toString"'],
    [
      { dialect: 'strict' },
      'capabilities.dialect must be one of openai-strict, anthropic, gemini, xgrammar,',
    ],
    [
      { sampling: ['top_p'] },
      'capabilities.sampling must be a list of sampling parameters: temperature, topP,',
    ],
    [{ maxOutputTokens: 0 }, 'capabilities.maxOutputTokens must be a whole number from 1, not 0'],
    [{ contextTokens: '8k' }, 'capabilities.contextTokens must be a whole number from 1, not "8k"'],
    [{ caching: true }, 'capabilities.caching must be one of automatic, breakpoints, none, not true'],
    [{ prices: 3 }, 'capabilities.prices must be an object with date, input and output, not 3'],
    [{ prices: { date: '2026-11-21', input: 1 } }, 'capabilities.prices.output must be given'],
    [
      { prices: { date: 'today' } },
      'capabilities.prices.date must be a date such as 2026-11-21, not "today"',
    ],
    [{ prices: { input: -1 } }, 'capabilities.prices.input must be US dollars for a million tokens, not -1'],
    [{ native: 'tools' }, 'capabilities.native must be one of messages, calls, not "tools"'],
    [{ notes: 'none' }, 'capabilities.notes must be a list of texts, not "none"'],
  ])('rejects %j in one line', (value, line) => {
    expect(() => parseCapabilities(value)).toThrow(
      expect.objectContaining({ code: 'invalid-option', message: expect.stringContaining(line) }),
    )
  })

  it('takes a field that is undefined as absent', () => {
    expect(parseCapabilities({ dialect: 'none', prices: undefined })).toEqual({ dialect: 'none' })
  })
})

describe.each(providers)('the table of %s', (provider) => {
  it('holds what a user could have given, and the pages that say so', () => {
    for (const { models, sources, known } of table[provider]) {
      expect(parseCapabilities(known)).toEqual(known)
      expect(sources.length, String(models)).toBeGreaterThan(0)
      for (const source of sources) expect(source).toMatch(/^https:\/\//)
    }
  })

  it('has no row that says less for what is cached than for what is not', () => {
    for (const { models, known } of table[provider]) {
      const { input = 0, cacheRead = input, cacheWrite = input, output = input } = known.prices ?? {}
      expect(cacheRead, String(models)).toBeLessThanOrEqual(input)
      expect(cacheWrite, String(models)).toBeGreaterThanOrEqual(input)
      expect(output, String(models)).toBeGreaterThanOrEqual(input)
      expect(known.outputTokenLimit ?? 0).toBeLessThanOrEqual(known.contextTokens ?? Infinity)
    }
  })
})
