import { builtinModules } from 'node:module'
import type { LoadedSkill } from '@skill-state/agent-skills'
import { findProgram } from '@skill-state/sandbox'
import { pythonNeeds } from './python-needs.ts'

/** Packages that a skill needs, by the names of their registries. */
export interface PackageNeeds {
  /** For pip, with a version if the skill names one. */
  readonly python: readonly string[]
  readonly node: readonly string[]
  /** What its scripts and examples import from them. */
  readonly imports: { readonly python: readonly string[]; readonly node: readonly string[] }
  /** What its scripts take out of modules of Python. */
  readonly names: readonly (readonly [module: string, name: string])[]
  readonly packageOf: (module: string) => string
}

/** Modules whose package has another name, and the package. */
const PACKAGES = `
  PIL:pillow yaml:pyyaml cv2:opencv-python-headless bs4:beautifulsoup4 docx:python-docx pptx:python-pptx
  fitz:pymupdf sklearn:scikit-learn skimage:scikit-image dotenv:python-dotenv dateutil:python-dateutil
  magic:python-magic Crypto:pycryptodome OpenSSL:pyopenssl jwt:pyjwt git:gitpython serial:pyserial
  usb:pyusb attr:attrs pkg_resources:setuptools`
const PACKAGE_OF = new Map(
  PACKAGES.trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

function packageOf(module: string): string {
  return PACKAGE_OF.get(module) ?? module
}

/** Modules that come with an application, and with no package. */
const OF_APPLICATIONS = ['uno', 'unohelper', 'bpy', 'gi', 'apt', 'pythoncom', 'win32com']

/** A package of Python with extras and a version, or of npm with a scope and a version. */
const PYTHON = /^([A-Za-z0-9][\w.-]{0,80})(\[[\w,.-]+\])?((?:[<>=!~]=?|===)[\w.*+!,<>=~-]+)?$/
const NODE = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]{0,80}(?:@[\w.^~-]+)?$/

/** Reads what a skill needs: imports, requirements.txt, pyproject.toml, package.json, and the commands that its texts name. */
export function packageNeeds(files: LoadedSkill['files']): PackageNeeds {
  const textsOf = (form: RegExp): string[] =>
    files.flatMap(({ name, text }) => (form.test(name) && text !== undefined ? [text] : []))
  const texts = textsOf(/\.md$/i)
  const shells = textsOf(/\.(sh|bash)$/)
  const fences = texts.flatMap((text) => [...text.matchAll(FENCE)])
  const inFences = (languages: RegExp): string[] =>
    fences.flatMap(([, language = '', body = '']) => (languages.test(language) ? [body] : []))
  const python = findProgram('python3')
  const read = python && pythonNeeds(python, files, inFences(/^(python|py|python3)$/i))
  const imports = (read ? read.imports : []).filter((name) => !OF_APPLICATIONS.includes(name))
  const listed = textsOf(/(^|\/)requirements[\w.-]*\.txt$/).flatMap((text) =>
    text.split('\n').map((line) => line.replace(/#.*| *;.*/g, '')),
  )
  const named = [
    ...listed,
    ...(read ? read.requirements : []),
    ...[...texts, ...shells].flatMap((text) => installed(text, PIP)),
  ]
  const modules = nodeImports([...textsOf(/\.[cm]?js$/), ...inFences(/^(js|javascript|ts|typescript)$/i)])
  const packages = [
    ...textsOf(/(^|\/)package\.json$/).flatMap(dependenciesIn),
    ...shells.flatMap((text) => installed(text, NPM_PROGRAM)),
    ...texts.flatMap((text) => installed(text, NPM)),
    ...modules,
  ]
  return {
    python: distinct([...named.map((each) => each.replaceAll(' ', '')), ...imports.map(packageOf)], PYTHON),
    node: distinct(packages, NODE),
    imports: { python: imports, node: modules },
    names: read ? read.names : [],
    packageOf,
  }
}

const FENCE = /^[ \t]*```[ \t]*(\w*)[^\n]*\n([\s\S]*?)^[ \t]*```/gm
const PIP = /(?:\bpip3?|-m pip|\buv pip) install\s+([^\n`|;&#)]+)|\buv add\s+([^\n`|;&#)]+)/g
/** What a script installs for its own commands. */
const NPM_PROGRAM = /\bnpm (?:install|i) (?:-g|--global)\s+([^\n`|;&#)]+)/g
const NPM = /\b(?:npm (?:install|i|add)|(?:pnpm|yarn|bun) add)\s+([^\n`|;&#)]+)/g

/** Options of installers whose next word names no package. */
const TAKES_VALUE =
  /^(-[crtip]|--(requirement|constraint|group|optional|extra|script|python|target|prefix|index|index-url|extra-index-url|find-links|registry|tag))$/

/** What the commands of a text install; options and files are left out. */
function installed(text: string, command: RegExp): readonly string[] {
  return [...text.matchAll(command)].flatMap(([, first, second]) => {
    const words = (first ?? second ?? '').trim().split(/\s+/)
    const end = words.findIndex((word) => /^[<({[]|^(and|or|then|to|for|first|if|the)$/.test(word))
    return words
      .slice(0, end === -1 ? undefined : end)
      .filter((word, index) => !word.startsWith('-') && !TAKES_VALUE.test(words[index - 1] ?? ''))
      .map((word) => word.replaceAll(/^["']|["',.:]+$/g, ''))
      .filter((word) => !/\.(txt|toml|whl|py)$|^\.|^\//.test(word))
  })
}

/** First parts of what is imported, but for files and what Node brings. Comments are left out. */
function nodeImports(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...code.matchAll(IMPORT)].map(([, a, b]) => a ?? b ?? '')
  })
  const names = found.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
  return [...new Set(names)].filter(
    (name) => NODE.test(name) && !name.includes(':') && !builtinModules.includes(name),
  )
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?:[\w${},*\s]{1,500}\sfrom\s)?\s*["']([^"'\n]{1,200})["']|\b(?:require|import)\(\s*["']([^"'\n]{1,200})["']\s*\)/g

function dependenciesIn(manifest: string): readonly string[] {
  try {
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
    return Object.entries(dependencies).map(([each, version]) =>
      /^[\w.^~-]+$/.test(version) ? `${each}@${version}` : each,
    )
  } catch {
    return []
  }
}

/** What is the same for all ways to write a package's name, with a version or without. */
export function packageKey(text: string): string {
  return packageName(text)
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-')
}

/** A package without its extras and its version. */
export function packageName(text: string): string {
  return text.replace(/(?<=.)[[<>=!~@].*$/, '')
}

/** Each package once, the first as it is named; of several with versions or extras the first of these. */
function distinct(packages: readonly string[], form: RegExp): readonly string[] {
  const found = new Map<string, string>()
  for (const each of packages) {
    const key = packageKey(each)
    if (!form.test(each)) continue
    const before = found.get(key)
    if (before === undefined || (each.length > before.length && before.length === key.length))
      found.set(key, each)
  }
  return [...found.values()].sort()
}
