import { join } from 'node:path'
import { z } from 'zod'
import { check, dict } from '../../data/check.ts'
import type { PythonValue } from '../../python/index.ts'
import { readText } from './read-json.ts'
import type { Tau3Task } from './tasks.ts'

/** Reads a policy's template, and gives the policy of a task. Each text is read once. */
export function readPolicy(
  folder: string,
  template: string,
  documents: readonly Document[],
): (task: Tau3Task) => string {
  const read = (file: string): string => readText(join(folder, file), (text) => text)
  const components = (text: string): string =>
    text.replace(/\{\{component:(\w+)\}\}/g, (_all, name) => read(`components/${name}.md`))
  const text = components(read(template)).replace('{{full_knowledge_base}}', () => quoteDocuments(documents))
  const mark = '{{required_documents}}'
  if (!text.includes(mark)) return () => text
  const byTitle = new Map(documents.map((document) => [document.title, document]))
  const byId = new Map(documents.map((document) => [document.id, document]))
  return (task) => {
    const found = task.documents.flatMap((name) => byTitle.get(name) ?? byId.get(name) ?? [])
    const quoted = found.length === 0 ? '(No documents provided)' : quoteDocuments(found)
    return text.replaceAll(mark, () => quoted)
  }
}

/** Gives what a model that plays a task's user is told: the official guidelines, then the task's scenario. */
export function readUserPrompt(folder: string): (task: Tau3Task) => string {
  const guidelines = (file: string): string =>
    readText(join(folder, file), (text) => text.replaceAll('<PERSONA_GUIDELINES>', ''))
  const plain = guidelines('user_simulation_guidelines.md')
  const withTools = guidelines('user_simulation_guidelines_tools.md')
  return ({ scenario, userTools }) =>
    `${userTools.length > 0 ? withTools : plain}\n\n<scenario>\n${scenario}\n</scenario>`
}

export interface Document {
  readonly id: string
  readonly title: string
  readonly content: string
}

const schema = dict({ id: z.string(), title: z.string(), content: z.string() })

export function toDocument(value: PythonValue): Document {
  return check(schema, value)
}

function quoteDocuments(documents: readonly Document[]): string {
  return documents.map(({ title, content }) => `## ${title}\n\n${content}`).join('\n\n---\n\n')
}
