import { isJsonObject, type JsonObject, type JsonValue, printable } from '@skill-state/protocol'
import type { Asker } from '../ask.ts'
import type { ServerOptions } from './server-options.ts'

type OnQuestion = NonNullable<ServerOptions['onQuestion']>

/** Puts the questions of servers to the person at the terminal, one after another. */
export function serverQuestions(asker: Asker, stop: AbortSignal): OnQuestion {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const signal = AbortSignal.any([question.signal, stop])
    const answer = last.then(() => ask(question, asker, signal))
    last = answer.catch(() => {})
    return answer
  }
}

async function ask(
  { server, message, schema, url }: Parameters<OnQuestion>[0],
  { confirm, line }: Asker,
  signal: AbortSignal,
): ReturnType<OnQuestion> {
  const head = `\nthe server ${JSON.stringify(server)} asks: ${message}\n`
  if (url !== undefined) {
    if (!/^https?:/.test(url)) return false
    return await confirm(`${head}open ${url}\ndone?`, signal)
  }
  const agreed = await confirm(`${head}answer it?`, signal)
  if (agreed !== true) return agreed
  const fields = isJsonObject(schema?.properties) ? Object.entries(schema.properties) : []
  const required = Array.isArray(schema?.required) ? schema.required : []
  const answer: Record<string, JsonValue> = {}
  for (const [name, field] of fields) {
    if (!isJsonObject(field)) continue
    const isRequired = required.includes(name)
    const question = questionOf(name, field, isRequired)
    let value: JsonValue | undefined
    while (value === undefined) {
      const text = await line(question, signal)
      if (text === undefined) return undefined
      if (text === '' && field.default === undefined && isRequired) return false
      value = text === '' ? (field.default ?? null) : parsed(text, field)
      if (value === undefined) process.stderr.write('that is no answer to it\n')
    }
    if (value !== null) answer[name] = value
  }
  return answer
}

function questionOf(name: string, field: JsonObject, isRequired: boolean): string {
  const { title, description, type, default: otherwise } = field
  const choices = choicesOf(field)
  const about = [
    description,
    choices.length > 0 ? `one of ${choices.join(', ')}` : type,
    type === 'array' ? 'several with commas between them' : undefined,
    otherwise !== undefined ? `default ${JSON.stringify(otherwise)}` : undefined,
    isRequired ? undefined : 'may be empty',
  ]
  return printable(`${textOf(title) ?? name} (${about.flatMap((part) => textOf(part) ?? []).join('; ')}):\n`)
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function choicesOf(field: JsonObject): readonly string[] {
  const { enum: values, oneOf, anyOf, items } = field
  if (isJsonObject(items)) return choicesOf(items)
  if (Array.isArray(values)) return values.flatMap((value) => textOf(value) ?? [])
  const options = [oneOf, anyOf].find(Array.isArray) ?? []
  return options.flatMap((each) => (isJsonObject(each) ? (textOf(each.const) ?? []) : []))
}

function parsed(text: string, field: JsonObject): JsonValue | undefined {
  const choices = choicesOf(field)
  const isChoice = (value: string): boolean => choices.length === 0 || choices.includes(value)
  if (field.type === 'array') {
    const values = text.split(',').map((value) => value.trim())
    return values.every(isChoice) ? values : undefined
  }
  if (field.type === 'boolean') {
    const isYes = /^(y|yes|true)$/i.test(text)
    return isYes || /^(n|no|false)$/i.test(text) ? isYes : undefined
  }
  if (field.type === 'number' || field.type === 'integer') {
    const value = Number(text)
    return Number.isFinite(value) && (field.type === 'number' || Number.isInteger(value)) ? value : undefined
  }
  return isChoice(text) ? text : undefined
}
