import { z } from 'zod'
import { check } from '../../data/check.ts'
import { dict } from '../../data/shape.ts'
import type { PythonValue } from '../../python/index.ts'

export interface Document {
  readonly id: string
  readonly title: string
  readonly content: string
}

const schema = dict({ id: z.string(), title: z.string(), content: z.string() })

export function toDocument(value: PythonValue): Document {
  return check(schema, value)
}

export function quoteDocuments(documents: readonly Document[]): string {
  return documents.map(({ title, content }) => `## ${title}\n\n${content}`).join('\n\n---\n\n')
}
