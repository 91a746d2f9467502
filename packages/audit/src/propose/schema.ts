import type { JsonObject } from '@skill-state/protocol'
import type { DescribedField } from './describe.ts'

/** A JSON Schema of the state, with a bound for each part. */
export function schemaOf(fields: readonly DescribedField[]): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(fields.map((each) => [each.field.name, propertyOf(each)])),
    additionalProperties: false,
  }
}

function propertyOf({ field, bound, ...rest }: DescribedField): JsonObject {
  const list = { type: 'array', items: { type: 'string', maxLength: bound.chars }, maxItems: bound.values }
  const slots = {
    type: 'object',
    propertyNames: { maxLength: bound.chars },
    maxProperties: bound.slots,
    additionalProperties: list,
  }
  return { ...(field.key === undefined ? list : slots), description: describe(rest) }
}

function describe({ origin, neededBy }: Omit<DescribedField, 'field' | 'bound'>): string {
  const needed = neededBy.length === 0 ? '' : ` Needed by ${neededBy.join(', ')}.`
  return `From ${origin}.${needed}`
}

/** The same schema as zod code. */
export function zodOf(fields: readonly DescribedField[]): string {
  const members = fields.map((each) => {
    const { field, bound } = each
    const text = `z.string().max(${bound.chars})`
    const list = `z.array(${text}).max(${bound.values})`
    const type =
      field.key === undefined ? list : `z.record(${text}, ${list}).meta({ maxProperties: ${bound.slots} })`
    return `  ${JSON.stringify(field.name)}: ${type}.optional().describe(${JSON.stringify(describe(each))}),`
  })
  return `import { z } from 'zod'\n\n/** The state that the recordings propose. */\nexport const state = z.strictObject({\n${members.join('\n')}\n})\n`
}

/** An agent to start from: its runtime fills the fields, and its tools are those of the recordings. */
export function agentOf(tools: ReadonlyMap<string, ReadonlySet<string>>, name: string): string {
  const members = [...tools].map(([tool, given]) => {
    const input = [...given].map((key) => `${JSON.stringify(key)}: z.unknown()`).join(', ')
    return `      ${JSON.stringify(tool)}: {
        description: 'Say what it does and when to use it.',
        input: z.object({ ${input} }).partial(),
        execute: () => 'Call your own function here.',
      },`
  })
  return `import { readFileSync } from 'node:fs'
import { agent, parseFields } from '@skill-state/agent'
import type { Model } from '@skill-state/protocol'
import { z } from 'zod'
import { state } from './state.ts'

/** The rules by which the runtime fills the state from results and messages. */
const capture = parseFields(JSON.parse(readFileSync(new URL('fields.json', import.meta.url), 'utf8')))

export function proposed(model: Model) {
  return agent({
    model,
    name: ${JSON.stringify(name)},
    instructions: 'Replace this text by the instructions of the agent.',
    state,
    initialState: {},
    capture,
    tools: {
${members.join('\n')}
    },
  })
}
`
}

/** The SKILL.md that `prompt` is, or one around it, with the state added. */
export function skillOf(fields: readonly DescribedField[], name: string, prompt = ''): string {
  const lines = fields.map(
    ({ field, neededBy }) => `- \`${field.name}\`: needed by ${neededBy.join(', ') || 'later calls'}.`,
  )
  const [, given, rest] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(prompt) ?? []
  const front =
    given ?? `name: ${name}\ndescription: Replace this line by what the skill does and when to use it.`
  const block = /^metadata:[ \t]*$/m
  const head = block.test(front)
    ? front.replace(block, 'metadata:\n  skill-state: ./state.schema.json')
    : `${front}\nmetadata: { skill-state: ./state.schema.json }`
  const body =
    (rest ?? prompt).trim() || `# ${name}\n\nReplace this paragraph by the instructions of the agent.`
  return `---
${head}
---

${body}

## What to keep in the state

Enter a value when a tool or the user gives it, character by character. Remove it when it is done with.

${lines.join('\n')}
`
}
