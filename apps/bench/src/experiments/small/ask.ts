import type { JsonObject, Message, Model, ModelRequest } from '@skill-state/protocol'
import { NAMES, question, ROOMS, sentence } from './events.ts'

/** Turns that show what is asked for: what a user says, and the right reply. */
type Examples = readonly (readonly [asked: string, reply: string])[]

/** The persons of the examples are in no task. */
const EARLY =
  'Mary is in the garden.\nTom is in the kitchen.\nLiz is in the kitchen.\nTom is in the office now.'
const LATE =
  'Mary is in the bathroom.\nTom is in the garden.\nTom is in the kitchen now.\nLiz is in the garden now.'

const reading: Examples = [
  [`${EARLY}\n${question('Tom')}`, quoted(sentence('Tom', 'office'))],
  [`${LATE}\n${question('Mary')}`, quoted(sentence('Mary', 'bathroom'))],
]

const writing: Examples = [
  ['Tom is in the office now.', quoted('Tom: office')],
  ['Mary is in the garden.', quoted('Mary: garden')],
  ['Liz is in the kitchen now.', quoted('Liz: kitchen')],
]

const compacting: Examples = [
  [`${EARLY}\nWho is where?`, 'Mary is in the garden.\nTom is in the office.\nLiz is in the kitchen.'],
  [`${LATE}\nWho is where?`, 'Mary is in the bathroom.\nTom is in the kitchen.\nLiz is in the garden.'],
]

function quoted(text: string): string {
  return JSON.stringify(text)
}

type Asked = Pick<ModelRequest, 'signal'> & { readonly model: Model }

/** Where the person is, by what the context says: one of the rooms, or nothing if the reply is no choice. */
export async function askWhere(
  { model, signal }: Asked,
  context: readonly string[],
  name: string,
): Promise<string | undefined> {
  const choices = ROOMS.map((room) => sentence(name, room))
  const prompt = messages(reading, [...context, question(name)].join('\n'))
  return choice(await model.generate({ prompt, answerSchema: choiceOf(choices), signal }), choices)
}

/** What the model takes from a sentence: a person and a room. */
export async function askChange(
  { model, signal }: Asked,
  told: string,
): Promise<{ readonly name: string; readonly room: string } | undefined> {
  const choices = NAMES.flatMap((name) => ROOMS.map((room) => `${name}: ${room}`))
  const prompt = messages(writing, told)
  const reply = await model.generate({ prompt, answerSchema: choiceOf(choices), signal })
  const [name, room] = choice(reply, choices)?.split(': ') ?? []
  return name === undefined || room === undefined ? undefined : { name, room }
}

export async function askCompaction({ model, signal }: Asked, context: readonly string[]): Promise<string> {
  const prompt = messages(compacting, [...context, 'Who is where?'].join('\n'))
  return (await model.generate({ prompt, signal })).text.trim()
}

function messages(examples: Examples, asked: string): readonly Message[] {
  const shown = examples.flatMap(([text, reply]): Message[] => [
    { role: 'user', text },
    { role: 'assistant', text: reply },
  ])
  return [...shown, { role: 'user', text: asked }]
}

/** One object for equal choices: a model reads the grammar of an object once. */
const schemas = new Map<string, JsonObject>()

function choiceOf(choices: readonly string[]): JsonObject {
  const key = choices.join()
  const schema = schemas.get(key) ?? { type: 'string', enum: [...choices] }
  schemas.set(key, schema)
  return schema
}

function choice({ text }: { readonly text: string }, choices: readonly string[]): string | undefined {
  return choices.find((each) => quoted(each) === text.trim())
}
