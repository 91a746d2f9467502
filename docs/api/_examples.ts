import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'
import { BETWEEN } from './_rooms.ts'

/** Packages whose every function that users import has an `@example`. */
const PACKAGES = ['core', 'agent', 'tools', 'models', 'mcp'].map((name) => `@skill-state/${name}`)

/** Functions without an example, and examples with wrong types. Each one is compiled as a file of its own. */
export function checkExamples(project: ProjectReflection, root: string): readonly string[] {
  const modules = project.getChildrenByKind(ReflectionKind.Module)
  const missing: string[] = []
  const files = new Map<string, string>()
  for (const module of modules) {
    const [entry = ''] = module.name.split(BETWEEN)
    const name = entry.replace('@skill-state/', '').replaceAll('/', '-')
    for (const child of module.getChildrenByKind(ReflectionKind.Function)) {
      const examples = examplesOf(child)
      if (examples.length === 0 && PACKAGES.includes(entry)) missing.push(`${child.name} of ${entry}`)
      for (const [index, code] of examples.entries()) files.set(`${name}.${child.name}.${index}.ts`, code)
    }
  }
  return [...missing.map((what) => `${what} has no @example`), ...compile(files, join(root, 'docs'), root)]
}

function examplesOf(declaration: DeclarationReflection): readonly string[] {
  const tags = (declaration.signatures ?? []).flatMap(({ comment }) => comment?.getTags('@example') ?? [])
  return tags.map(({ content }) => {
    const text = content.map((part) => part.text).join('')
    return /```ts\n(.*?)```/s.exec(text)?.[1] ?? 'this example has no block of TypeScript'
  })
}

/** The compiler's complaints. The files lie where the packages are found as the site's own examples find them. */
function compile(files: ReadonlyMap<string, string>, docs: string, root: string): readonly string[] {
  const folder = join(docs, '.examples')
  mkdirSync(folder, { recursive: true })
  try {
    for (const [name, code] of files) writeFileSync(join(folder, name), code)
    const compilerOptions = {
      composite: false,
      declaration: false,
      declarationMap: false,
      emitDeclarationOnly: false,
      isolatedDeclarations: false,
      noEmit: true,
      noUnusedLocals: false,
      skipLibCheck: true,
      rootDir: root,
    }
    const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '--project', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    // Errors in the sources of packages are for `tsc -b` to tell.
    return stdout.split('\n').filter((line) => /error TS/.test(line) && !line.startsWith('..'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
