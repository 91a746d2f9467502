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
    if (/\.py$/.test(name)) for (const [, program = ''] of text.matchAll(STARTED)) add(program)
  }
  return [...runs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, scripts]) => ({ name, runs: scripts }))
}

/** A program that a script in Python starts by its name. */
const STARTED = /\b(?:subprocess\.\w+|Popen|which)\(\s*\[?\s*["']([a-z][\w-]{1,30})["']/g

/** The program that would run a file; undefined if it is no script. */
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

/** First words of the lines in fences marked as a shell's, and of what follows a pipe or `&&` in them. */
function commandsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { language, body } of splitFences(text).fences) {
    if (!SHELLS.includes(language)) continue
    for (const line of withoutQuotes(withoutDocuments(body).replaceAll('$(', '\n')).split('\n')) {
      if (/^\s*#/.test(line)) continue
      for (const part of line.split(/\|\|?|&&|;/)) {
        const [word = ''] = /^(?:\w+=\S*\s+)*(\S+)/.exec(part.trim().replace(/^\$ /, ''))?.slice(1) ?? []
        if (/^[a-z][a-z0-9_+-]{1,30}$/.test(word) && !SHELL_WORDS.has(word)) found.add(word)
      }
    }
  }
  return found
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
  return text.replaceAll(/"(?:[^"\\]|\\.){0,2000}"|'[^'\n]{0,2000}'/g, '""')
}
