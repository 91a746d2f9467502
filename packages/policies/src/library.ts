import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ContextPolicy, PolicyRecord } from './policy.ts'

/** A policy that a library decides. Its id names the version that is installed, so that figures say what ran. */
export function libraryPolicy(library: string, decides: string, show: ContextPolicy): PolicyRecord {
  const version = versionOf(library)
  const from = `${library} ${version}`
  return {
    id: `${decides} (${from})`,
    description: `what ${decides} of ${from} leaves`,
    library: { name: library, version },
    show,
  }
}

const versions = new Map<string, string>()

/** The version of an installed package, which may not export its manifest. */
function versionOf(library: string): string {
  const known = versions.get(library)
  if (known !== undefined) return known
  const entry = createRequire(import.meta.url)
    .resolve(library)
    .replaceAll('\\', '/')
  const folder = `/node_modules/${library}/`
  const file = `${entry.slice(0, entry.lastIndexOf(folder))}${folder}package.json`
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  versions.set(library, version)
  return version
}
