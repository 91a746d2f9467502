import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Manifest, run } from './packages.ts'

/** The project of somebody who depends on every package: strict, and with the types of all libraries checked. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
}

/** Packages inside a framework or a host whose own declarations do not compile under all of these options. */
const IN_FRAMEWORKS = /^@skill-state\/(ai-sdk|cloudflare|langchain|mastra|openai-agents|restate)(\/|$)/

interface Tarball extends Manifest {
  readonly tarball: string
}

/** Examples of the site that an engineer copies, and that need nothing but published packages. */
const EXAMPLES = ['own-skill', 'merge-alone', 'bounded-skill', 'guarded-skill', 'precompiled-skill'] as const

/** Installs the tarballs in an empty project, and gives the entries that can be imported. */
export function createConsumer(work: string, tarballs: readonly Tarball[], tools: object): readonly string[] {
  // The packages depend on each other by version, which no registry has yet: overrides point at the tarballs.
  const files = Object.fromEntries(tarballs.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const manifest = { private: true, type: 'module', dependencies: { ...files, ...tools } }
  writeFileSync(join(work, 'package.json'), JSON.stringify(manifest))
  const settings = [`overrides: ${JSON.stringify(files)}`, 'pmOnFail: ignore', 'strictDepBuilds: false']
  writeFileSync(join(work, 'pnpm-workspace.yaml'), `${settings.join('\n')}\n`)
  run('pnpm', ['install', '--prod'], work)
  return tarballs.flatMap(({ name, exports }) =>
    Object.keys(exports)
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => name + entry.slice(1)),
  )
}

/** Imports each entry, as a program does; prints how many names each has. */
export function importEntries(work: string, entries: readonly string[]): void {
  const lines = entries.map(
    (entry) => `console.log('${entry}', Object.keys(await import('${entry}')).length)`,
  )
  writeFileSync(join(work, 'import.mjs'), lines.join('\n'))
  process.stdout.write(run('node', ['import.mjs'], work))
}

/** Type-checks each entry and the site's examples with TypeScript in strict mode, and runs the examples. */
export function checkTypes(work: string, entries: readonly string[]): void {
  const importAll = (some: readonly string[]): string =>
    some.map((entry, index) => `import * as e${index} from '${entry}'\nvoid e${index}\n`).join('')
  const inFrameworks = entries.filter((entry) => IN_FRAMEWORKS.test(entry))
  writeFileSync(join(work, 'entries.ts'), importAll(entries.filter((entry) => !IN_FRAMEWORKS.test(entry))))
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  mkdirSync(join(work, 'frameworks'))
  writeFileSync(join(work, 'frameworks/entries.ts'), importAll(inFrameworks))
  const loose = { ...TSCONFIG.compilerOptions, exactOptionalPropertyTypes: false, skipLibCheck: true }
  writeFileSync(
    join(work, 'frameworks/tsconfig.json'),
    JSON.stringify({ ...TSCONFIG, compilerOptions: loose }),
  )
  for (const name of EXAMPLES) cpSync(resolve(`docs/examples/${name}.ts`), join(work, `${name}.ts`))
  for (const project of ['.', 'frameworks']) run('pnpm', ['exec', 'tsc', '--project', project], work)
  for (const name of EXAMPLES) run('node', [`${name}.ts`], work)
  process.stdout.write(
    `${entries.length} entries and ${EXAMPLES.length} examples: checked by tsc, examples run\n`,
  )
}
