import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
/** What an exported name is: its kind, and the text of its declaration after the name, without a body. */
export type Exported = { readonly kind: string; readonly text: string }

const files = new Map<string, { readonly text: string; readonly body: readonly Node[] }>()

/** What a module exports, by name. */
export function exportsOf(file: string): Map<string, Exported> {
  const found = new Map<string, Exported>()
  for (const node of bodyOf(file)) {
    const source = (node.source as { value: string } | null | undefined)?.value
    if (node.type === 'ExportAllDeclaration' && node.exported === null) {
      for (const [name, exported] of exportsOf(join(dirname(file), source ?? ''))) found.set(name, exported)
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      for (const [name, exported] of declared(node.declaration as Node, file)) found.set(name, exported)
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const { local, exported } of node.specifiers as Record<'local' | 'exported', { name: string }>[])
        found.set(exported.name, lookUp(local.name, file, source))
    }
  }
  return found
}

/** A name of a module: declared there, or what another module exports. */
function lookUp(name: string, file: string, source: string | undefined): Exported {
  if (source?.startsWith('.')) {
    const exported = exportsOf(join(dirname(file), source.replace(/\.js$/, '.d.ts'))).get(name)
    if (exported === undefined) throw new Error(`${file}: ${source} does not export ${name}`)
    return exported
  }
  if (source !== undefined) return { kind: 'from', text: `: ${source}` }
  for (const node of bodyOf(file)) {
    const own = declared(node, file).find(([each]) => each === name)
    if (own !== undefined) return own[1]
    const specifiers = node.type === 'ImportDeclaration' ? (node.specifiers as Node[]) : []
    const from = specifiers.find(({ local }) => (local as { name: string }).name === name)
    if (from !== undefined) {
      const imported = (from.imported as { name: string } | undefined)?.name ?? 'default'
      return lookUp(imported, file, (node.source as { value: string }).value)
    }
  }
  throw new Error(`${file}: ${name} is not declared`)
}

/** The names that a statement declares. Overloads give one each; the last is kept. */
function declared(node: Node, file: string): readonly (readonly [string, Exported])[] {
  const text = textOf(file)
  const cut = (from: number, to: number): string =>
    text
      .slice(from, to)
      .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
      .replaceAll(/\s+/g, ' ')
      .trimEnd()
  const { id, body } = node as { id?: Node & { name: string }; body?: Node }
  const end = body?.start ?? node.end
  switch (node.type) {
    case 'VariableDeclaration':
      return (node.declarations as { id: Node & { name: string; typeAnnotation?: Node } }[]).map(({ id }) => {
        const { typeAnnotation: type } = id
        return [id.name, { kind: 'const', text: type ? cut(type.start, type.end) : '' }]
      })
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return id ? [[id.name, { kind: 'function', text: cut(id.end, end) }]] : []
    case 'TSTypeAliasDeclaration':
      return id ? [[id.name, { kind: 'type', text: cut(id.end, node.end) }]] : []
    case 'TSInterfaceDeclaration': {
      const { body: own } = body as Node
      const members = (own as Node[]).map((member) => cut(member.start, member.end))
      return id
        ? [[id.name, { kind: 'interface', text: `${cut(id.end, end)} { ${members.join('; ')} }` }]]
        : []
    }
    case 'ClassDeclaration':
      return id
        ? [[id.name, { kind: 'class', text: `${cut(id.end, end)} ${membersOf(body as Node, cut)}` }]]
        : []
    default:
      return []
  }
}

/** The public members of a class, without their bodies. */
function membersOf(body: Node, cut: (from: number, to: number) => string): string {
  const members = (body.body as Node[]).flatMap((member) => {
    const { key, value, accessibility } = member as {
      key?: Node
      value?: Node & { body?: Node }
      accessibility?: string
    }
    if (key?.type === 'PrivateIdentifier' || accessibility === 'private' || member.type === 'StaticBlock')
      return []
    const isMethod = member.type === 'MethodDefinition'
    const end = isMethod ? (value?.body?.start ?? member.end) : (value?.start ?? member.end)
    return [cut(member.start, end).replace(/ ?=$/, '')]
  })
  return `{ ${members.join('; ')} }`
}

function read(file: string): { readonly text: string; readonly body: readonly Node[] } {
  const known = files.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: cannot be parsed`)
  const found = { text, body: program.body as unknown as readonly Node[] }
  files.set(file, found)
  return found
}

function textOf(file: string): string {
  return read(file).text
}

function bodyOf(file: string): readonly Node[] {
  return read(file).body
}
