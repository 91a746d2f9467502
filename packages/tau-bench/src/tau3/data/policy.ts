import { join } from 'node:path'
import { type Document, quoteDocuments } from './documents.ts'
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
