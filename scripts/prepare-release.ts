/**
 * Gives each published package what it has only where it is published from: the address of the repository in its
 * manifest, and a README.
 *
 *   node scripts/prepare-release.ts https://github.com/owner/name [--root DIR]
 *
 * The release workflow does so before it publishes: a registry accepts provenance only for packages that name the
 * repository in which they were made. Nothing of it is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Manifest, publicPackages } from './_packages.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: '.' } },
})
const [url] = positionals
if (url === undefined || !URL.canParse(url)) {
  process.stderr.write('prepare-release: usage: prepare-release.ts https://HOST/OWNER/NAME [--root DIR]\n')
  process.exit(2)
}

const root = resolve(values.root)
for (const { directory, manifest } of publicPackages(root)) {
  const file = join(directory, 'package.json')
  const repository = { type: 'git', url: `git+${url}.git`, directory: relative(root, directory) }
  const told: object = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    repository,
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
  }
  writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`)
  writeFileSync(join(directory, 'README.md'), readmeOf(manifest, url))
}

/** What a registry shows of a package: what it is, how it is installed, what can be imported, where the guides are. */
function readmeOf({ name, description = '', bin = {}, exports }: Manifest, address: string): string {
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
  const commands = Object.keys(bin)
  return [
    `# ${name}`,
    `${description}.`,
    `\`\`\`sh\nnpm install ${name}\n\`\`\``,
    ...(entries.length > 0 ? [`Imports: ${code(entries.map((entry) => name + entry.slice(1)))}.`] : []),
    ...(commands.length > 0 ? [`Commands: ${code(commands)}.`] : []),
    `A part of [skill-state](${address}#readme), which has the guides, the examples and the other packages. MIT.`,
  ]
    .join('\n\n')
    .concat('\n')
}

function code(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}
