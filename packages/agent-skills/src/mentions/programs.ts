import type { SkillFile } from '../folder/open-folder.ts'
import { splitFences } from './_fences.ts'

/** A program that a skill's scripts or commands need. */
export interface Program {
  readonly name: string
  /** Scripts that it runs; empty if only a text names it in a command. */
  readonly runs: readonly string[]
}

const BY_ENDING: Readonly<Record<string, string>> = {
  py: 'python3',
  sh: 'bash',
  bash: 'bash',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  rb: 'ruby',
  pl: 'perl',
  r: 'Rscript',
  php: 'php',
  ps1: 'pwsh',
}

/** Words that begin a line of a shell without naming a program that could be missing. */
const SHELL_WORDS = new Set(
  'if then else elif fi for while until do done case esac function in select time cd echo export source set unset eval exec exit return local read test true false printf alias pwd wait trap shift let declare type command sudo env break continue'.split(
    ' ',
  ),
)
/** Programs of macOS, which scripts try before others. */
const ELSEWHERE = new Set(
  'brew codesign gdate gsed gtimeout open osascript pbcopy pbpaste security sw_vers xcodebuild xcrun'.split(
    ' ',
  ),
)
/** Programs that each system has. */
const EVERYWHERE = new Set(
  'awk basename cat chmod chown cmp comm cp cut date df diff dirname disown du egrep env expr fgrep find getopts grep head hash hostname id install jobs join kill ln ls md5sum mkdir mktemp mv nl nohup nproc paste ps readlink realpath rm rmdir sed seq sha256sum sleep sort split stat sync tail tar tee touch tr tty umask uname uniq unlink wc which whoami xargs yes mapfile pushd popd trap getopt base64 timeout'.split(
    ' ',
  ),
)
const SAME: Readonly<Record<string, string>> = { python: 'python3', pip: 'pip3', sh: 'bash' }

/** What would run the skill's scripts, and the programs that its commands name. */
export function programsOf(files: readonly SkillFile[]): readonly Program[] {
  const runs = new Map<string, string[]>()
  const add = (program: string, script?: string): void => {
    const name = SAME[program] ?? program
    runs.set(name, [...(runs.get(name) ?? []), ...(script === undefined ? [] : [script])])
  }
  for (const file of files) {
    const interpreter = interpreterOf(file)
    if (interpreter !== undefined) add(interpreter, file.name)
  }
  for (const { name, text } of files) {
    if (text === undefined) continue
    if (/\.md$/i.test(name)) for (const program of commandsOf(text)) add(program)
    if (/\.(sh|bash)$/.test(name)) for (const program of commandsOfScript(text)) add(program)
    if (/\.py$/.test(name))
      for (const [, program = ''] of text.matchAll(STARTED)) if (!ELSEWHERE.has(program)) add(program)
  }
  return [...runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, scripts]) => ({ name, runs: scripts }))
}

/** A program that a script in Python starts by its name. */
const STARTED = /\b(?:subprocess\.\w+|Popen|which)\(\s*\[?\s*["']([a-z][\w-]{1,30})["']/g

function interpreterOf({ name, text, executable }: SkillFile): string | undefined {
  if (text === undefined) return undefined
  const [, program] = /^#!(?:\S*\/env[ \t]+(?:-S[ \t]+)?|\S*\/)([\w.+-]{1,40})/.exec(text) ?? []
  if (program !== undefined) return program
  const ending = /\.(\w{1,4})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const interpreter = BY_ENDING[ending]
  const isScript = executable || /(^|\/)scripts?\//.test(name) || /^(py|sh|bash)$/.test(ending)
  return isScript ? interpreter : undefined
}

const SHELLS = ['bash', 'sh', 'shell', 'zsh', 'console']

/** Programs of the fences that are marked as a shell's. */
function commandsOf(text: string): readonly string[] {
  const fences = splitFences(text).fences.filter(({ language }) => SHELLS.includes(language))
  return [...new Set(fences.flatMap(({ body }) => firstWords(body)))]
}

/** Programs of a script, but for its own functions and what only another system has. */
function commandsOfScript(text: string): readonly string[] {
  const functions = [...text.matchAll(/^[ \t]*(?:function[ \t]+)?([\w-]+)[ \t]*\(\)/gm)].map(
    ([, name]) => name,
  )
  const code = withoutDocuments(text)
    .replaceAll(/^[ \t]*#.*$/gm, '')
    .replaceAll(/'[^']{0,5000}'/g, '""')
  return [...new Set(firstWords(code))].filter((name) => !functions.includes(name) && !EVERYWHERE.has(name))
}

/** First words of lines, and of what follows a pipe or `&&` in them. */
function firstWords(body: string): readonly string[] {
  const code = withoutDocuments(body).replaceAll(/(?<=^|\s)#.*$|^[ \t]*\(?[\w.*|-]+\)/gm, '') // comments, and labels of `case`
  return withoutQuotes(code.replaceAll('$(', '\n'))
    .split('\n')
    .flatMap((line) => line.split(/\|\|?|&&|;|\b(?:if|then|else|do|while)\s+(?=[a-z])/))
    .map((part) => /^(?:\w+=\S*\s+)*(\S+)/.exec(part.trim().replace(/^\$ /, ''))?.[1] ?? '')
    .filter((word) => /^[a-z][a-z0-9_+-]{1,30}$/.test(word) && !SHELL_WORDS.has(word) && !ELSEWHERE.has(word))
}

/** Joins continued lines, and leaves out what is between `<<END` and `END`. */
function withoutDocuments(text: string): string {
  let end: string | undefined
  const lines: string[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (end === undefined) lines.push(line)
    else if (line.trim() === end) end = undefined
    end ??= /<<-?[ \t]{0,4}['"]?(\w{1,40})/.exec(line)?.[1]
  }
  return lines.join('\n')
}

/** Quoted texts can go over lines that are no commands. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.){0,2000}"|(?<=[\s=(])'[^']{0,2000}'/g, '""')
}
