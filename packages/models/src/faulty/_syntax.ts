import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { withJson } from './_block.ts'
import { pick } from './_random.ts'
import type { Variant } from './_variant.ts'

/** Text that is not JSON. A tolerant parser reads some of it as it was meant. */
export const syntaxVariants: readonly Variant[] = [
  edit('missing-brace', (json, tokens, random) => {
    const braces = tokens.filter(({ text }) => text === '}')
    return drop(json, pick(random, braces))
  }),
  // Not one before a number: `[1,2]` would become the valid `[12]`.
  edit('missing-comma', (json, tokens, random) => {
    const commas = tokens.filter(({ text }, at) => text === ',' && /^["{[]/.test(tokens[at + 1]?.text ?? ''))
    return drop(json, pick(random, commas))
  }),
  edit('missing-quote', (json, tokens, random) => {
    const strings = tokens.filter(({ text }) => text.startsWith('"'))
    const string = pick(random, strings)
    if (string === undefined) return undefined
    const offset = pick(random, [0, string.text.length - 1]) ?? 0
    return drop(json, { start: string.start + offset, text: '"' })
  }),
  // Before a closing brace or bracket that has something before it.
  edit('trailing-comma', (json, tokens, random) => {
    const ends = tokens.filter(({ text }, at) => {
      const before = tokens[at - 1]?.text
      return (text === '}' && before !== '{') || (text === ']' && before !== '[')
    })
    const end = pick(random, ends)
    return end && `${json.slice(0, end.start).trimEnd()},${json.slice(end.start)}`
  }),
  edit('unquoted-key', (json, tokens, random) => {
    const keys = tokens.filter(({ text }, at) => /^"[a-z_]\w*"$/i.test(text) && tokens[at + 1]?.text === ':')
    const key = pick(random, keys)
    return key && json.slice(0, key.start) + key.text.slice(1, -1) + json.slice(key.start + key.text.length)
  }),
  edit('single-quotes', (json, tokens) =>
    replaceTokens(json, tokens, (text) =>
      text.startsWith('"') ? `'${text.slice(1, -1).replaceAll("'", "\\'")}'` : text,
    ),
  ),
  edit('python-literals', (json, tokens) =>
    replaceTokens(json, tokens, (text) => pythonLiterals.get(text) ?? text),
  ),
  {
    // Cuts the reply off inside the block, as at an output limit.
    kind: 'truncated',
    inject: ({ block }, random) => {
      const cut = uniformInt(random, block.json.indexOf('{') + 1, block.json.lastIndexOf('}'))
      return { text: (block.before + block.json.slice(0, cut)).toWellFormed(), finishReason: 'length' }
    },
  },
]

const pythonLiterals: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
])

/** A string with its quotes, a structural character, or a number or literal of a JSON text. */
interface Token {
  readonly text: string
  readonly start: number
}

type Edit = (json: string, tokens: readonly Token[], random: RandomGenerator) => string | undefined

/** A variant that changes the block's text and nothing else. Takes time linear in its length. */
function edit(kind: string, change: Edit): Variant {
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g
  return {
    kind,
    inject: ({ block }, random) => {
      const tokens = Array.from(block.json.matchAll(token), ({ 0: text, index }) => ({ text, start: index }))
      const json = change(block.json, tokens, random)
      return json === undefined || json === block.json ? undefined : { text: withJson(block, json) }
    },
  }
}

function drop(json: string, token: Token | undefined): string | undefined {
  return token && json.slice(0, token.start) + json.slice(token.start + token.text.length)
}

function replaceTokens(json: string, tokens: readonly Token[], change: (text: string) => string): string {
  let end = 0
  let replaced = ''
  for (const { text, start } of tokens) {
    replaced += json.slice(end, start) + change(text)
    end = start + text.length
  }
  return replaced + json.slice(end)
}
