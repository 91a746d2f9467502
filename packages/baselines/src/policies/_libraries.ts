import { optionalPackage } from '@skill-state/protocol'

interface Libraries {
  readonly langchain: typeof import('@skill-state/policies/langchain')
  readonly 'ai-sdk': typeof import('@skill-state/policies/ai-sdk')
  readonly mastra: typeof import('@skill-state/policies/mastra')
}

export type Library = keyof Libraries

const packages = { langchain: 'langchain', 'ai-sdk': 'ai', mastra: '@mastra/core' } as const

/** The policies of a library. Throws `invalid-option`, with the name of its package, if it is not installed. */
export async function library<Name extends Library>(name: Name): Promise<Libraries[Name]> {
  // Bundlers follow names that are written out, and the libraries are too large for a page.
  const entry = `@skill-state/policies/${name}`
  return optionalPackage(packages[name], () => import(/* @vite-ignore */ entry))
}
