import { uniformInt } from 'pure-rand/distribution/uniformInt'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { withJson } from './_block.ts'
import { pick } from './_random.ts'
import type { Injection, Scene, Variant } from './_variant.ts'

/** Text that is not JSON. A tolerant parser reads some of it as it was meant. */
export const syntaxVariants: readonly Variant[] = [
  edit('missing-brace', missingBrace),
  edit('missing-comma', missingComma),
  edit('missing-quote', missingQuote),
  edit('trailing-comma', trailingComma),
  edit('unquoted-key', unquotedKey),
  edit('single-quotes', (json) => replaceTokens(json, singleQuoted)),
  edit('python-literals', (json) => replaceTokens(json, (text) => pythonLiterals.get(text) ?? text)),
  { kind: 'truncated', inject: truncated },
]

/** A string with its quotes, a structural character, or a number or literal of a JSON text. */
interface Token {
  readonly text: string
  readonly start: number
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The tokens of a text that is valid JSON. Takes time linear in its length. */
function tokensOf(json: string): readonly Token[] {
  return Array.from(json.matchAll(token), ({ 0: text, index }) => ({ text, start: index }))
}

type Edit = (json: string, tokens: readonly Token[], random: RandomGenerator) => string | undefined

function edit(kind: string, change: Edit): Variant {
  return {
    kind,
    inject: ({ block }, random) => {
      const json = change(block.json, tokensOf(block.json), random)
      return json === undefined || json === block.json ? undefined : { text: withJson(block, json) }
    },
  }
}

function missingBrace(json: string, tokens: readonly Token[], random: RandomGenerator): string | undefined {
  return drop(
    json,
    pick(
      random,
      tokens.filter(({ text }) => text === '}'),
    ),
  )
}

/** Not one before a number: `[1,2]` would become the valid `[12]`. */
function missingComma(json: string, tokens: readonly Token[], random: RandomGenerator): string | undefined {
  const commas = tokens.filter(({ text }, at) => text === ',' && /^["{[]/.test(tokens[at + 1]?.text ?? ''))
  return drop(json, pick(random, commas))
}

function missingQuote(json: string, tokens: readonly Token[], random: RandomGenerator): string | undefined {
  const string = pick(random, tokens.filter(isString))
  if (string === undefined) return undefined
  const offset = pick(random, [0, string.text.length - 1]) ?? 0
  return drop(json, { start: string.start + offset, text: '"' })
}

/** Before a closing brace or bracket that has something before it. */
function trailingComma(json: string, tokens: readonly Token[], random: RandomGenerator): string | undefined {
  const ends = tokens.filter(({ text }, at) => {
    const before = tokens[at - 1]?.text
    return (text === '}' && before !== '{') || (text === ']' && before !== '[')
  })
  const end = pick(random, ends)
  return end && `${json.slice(0, end.start).trimEnd()},${json.slice(end.start)}`
}

function unquotedKey(json: string, tokens: readonly Token[], random: RandomGenerator): string | undefined {
  const keys = tokens.filter(({ text }, at) => /^"[a-z_]\w*"$/i.test(text) && tokens[at + 1]?.text === ':')
  const key = pick(random, keys)
  return key && json.slice(0, key.start) + key.text.slice(1, -1) + json.slice(key.start + key.text.length)
}

function singleQuoted(token: string): string {
  return token.startsWith('"') ? `'${token.slice(1, -1).replaceAll("'", "\\'")}'` : token
}

const pythonLiterals: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
])

/** Cuts the reply off inside the block, as at an output limit. */
function truncated({ block }: Scene, random: RandomGenerator): Injection {
  const cut = uniformInt(random, block.json.indexOf('{') + 1, block.json.lastIndexOf('}'))
  return { text: (block.before + block.json.slice(0, cut)).toWellFormed(), finishReason: 'length' }
}

const isString = ({ text }: Token): boolean => text.startsWith('"')

function drop(json: string, token: Token | undefined): string | undefined {
  return token && json.slice(0, token.start) + json.slice(token.start + token.text.length)
}

function replaceTokens(json: string, change: (text: string) => string): string {
  let end = 0
  let replaced = ''
  for (const { text, start } of tokensOf(json)) {
    replaced += json.slice(end, start) + change(text)
    end = start + text.length
  }
  return replaced + json.slice(end)
}
