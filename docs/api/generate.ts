/**
 * Writes a page of Markdown for each entry point of each published package, from its doc comments, into
 * `docs/reference`, and a page for each room of an entry that is too long for one:
 *
 *   node docs/api/generate.ts
 *
 * Exit code 1 if a comment is not sound, such as a link to something that is not there, or an example with wrong types,
 * and if a function that users import has no example.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Application,
  Comment,
  Converter,
  type DeclarationReflection,
  ReflectionKind,
  type TranslatedString,
} from 'typedoc'
import { checkExamples } from './_examples.ts'
import { BETWEEN, pagesOf } from './_rooms.ts'

interface Manifest {
  readonly name: string
  readonly description: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
}

interface Entry {
  /** What a reader imports. */
  readonly name: string
  readonly file: string
  /** One line for the list; absent for an entry beside the main one. */
  readonly description?: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, 'docs/reference')
const SOURCE = '@skill-state/source'

function entriesOf(manifestFile: string): readonly Entry[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, manifestFile), 'utf8'))
  if (manifest.private === true) return []
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    const source = (target as Readonly<Record<string, unknown>>)[SOURCE]
    if (typeof source !== 'string') return []
    const entry = { name: manifest.name + path.slice(1), file: join(root, dirname(manifestFile), source) }
    return [path === '.' ? { ...entry, description: manifest.description } : entry]
  })
}

/** What an entry has, functions first, as far as a line goes. */
function namesIn(module: DeclarationReflection): string {
  const all = module.children ?? []
  const functions = all.filter(({ kind }) => kind === ReflectionKind.Function)
  const names = [...new Set([...functions, ...all])].map(({ name }) => `\`${name}\``)
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')
}

const entries = globSync('{packages,apps}/*/package.json', { cwd: root })
  .flatMap(entriesOf)
  .sort((one, other) => (one.name < other.name ? -1 : 1))
const application = await Application.bootstrapWithPlugins({
  entryPoints: entries.map(({ file }) => file),
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: join(root, 'docs/api/tsconfig.json'),
  readme: 'none',
  name: 'Reference',
  excludeExternals: true,
  externalPattern: ['**/node_modules/**', '**/*.d.ts'], // what is declared for code of others
  excludeInternal: true,
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  outputs: [{ name: 'markdown', path: out }],
  skipErrorChecking: true, // `tsc -b` checks
  disableGit: true,
  gitRevision: 'main',
  basePath: root,
  displayBasePath: root,
  sourceLinkTemplate: '/{path}#L{line}', // from the root of the repository, as the site's links to sources
  ...{
    router: 'module',
    excludeScopesInPaths: true,
    tableColumnSettings: { hideSources: true },
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    indexFormat: 'table',
    sanitizeComments: true,
    groupOrder: ['Functions', '*'],
    pageTitleTemplates: { module: ({ rawName }: { rawName: string }) => rawName.replace(BETWEEN, ': ') },
    useCustomAnchors: true, // the site would number equal headings in another way
  },
})

application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const entry = entries.find(({ file }) =>
      module.sources?.some(({ fullFileName }) => fullFileName === file),
    )
    if (entry === undefined) continue
    module.name = entry.name
    const pages = pagesOf(module, dirname(entry.file))
    for (const page of pages) page.comment = new Comment([{ kind: 'text', text: namesIn(page) }])
    if (entry.description) module.comment = new Comment([{ kind: 'text', text: entry.description }])
  }
})
const project = await application.convert()
if (project === undefined) process.exit(1)
for (const problem of checkExamples(project, root)) application.logger.error(problem as TranslatedString)
rmSync(out, { recursive: true, force: true })
await application.generateOutputs(project)
const index = join(out, 'index.md')
writeFileSync(index, readFileSync(index, 'utf8').replaceAll(/\[(\S+?)--/g, '[$1: '))
if (application.logger.hasErrors() || application.logger.hasWarnings()) process.exitCode = 1
