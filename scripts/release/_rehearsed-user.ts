import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from '../packages.ts'

/** Someone who knows the packages by name alone, and types what the documentation says with one package manager. */
export interface User {
  readonly manager: 'npm' | 'pnpm'
  /** An empty folder that is theirs. */
  readonly folder: string
}

export function newUser(work: string, manager: User['manager']): User {
  const folder = join(work, `with-${manager}`)
  mkdirSync(folder)
  return { manager, folder }
}

/** Does what the guide to a loop of your own says: installs, saves the example, runs it, compares what it prints. */
export function followLoopGuide(user: User): void {
  const guide = page('docs/guides/own-loop.md')
  const project = join(user.folder, 'groceries')
  mkdirSync(project)
  type(user, first(guide, /```sh\n(npm install .*?)```/s), project)
  const [, file = '', command = ''] = /Save this as `(.+?)` and run `(.+?)`/.exec(guide) ?? []
  const [, example = '', printed = ''] = /```ts \S+\n(.*?)```\n\n```\n(.*?)```/s.exec(guide) ?? []
  writeFileSync(join(project, file), example)
  same(type(user, command, project), printed, `${command} of docs/guides/own-loop.md`)
}

/** Makes an agent by one command, which installs it and asks it something. */
export function createAgent(user: User): void {
  const command = first(page('packages/create/README.md'), /```sh\n(npm create \S+ \S+)/)
  shows(type(user, command, user.folder), /\nW7 is on its way\.\nState: {"customer":"Ada"/, command)
  for (const script of ['typecheck', 'test'])
    run(user.manager, ['run', script], join(user.folder, 'my-agent'))
}

/** Makes workers by one command, which tests them on a Postgres server that its package has to unpack. */
export function createWorkers(user: User): void {
  const command = first(page('packages/create/README.md'), /(npm create @skill-state worker \S+)/)
  shows(type(user, command, user.folder), /Tests +3 passed/, command)
}

/** Makes a skill by one command, which installs the command line and tests the skill's recorded session. */
export function createSkill(user: User): void {
  const command = first(page('packages/create/README.md'), /(npm create @skill-state skill \S+)/)
  shows(type(user, command, user.folder), /example\.journal: 2 steps, all accepted\n/, command)
  run(user.manager, ['run', 'start'], join(user.folder, 'my-skill'))
}

/** Makes an environment by the commands of its page, type-checks it, and plays it from another folder. */
export function createEnvironment(user: User): void {
  type(user, first(page('docs/create-env.md'), /```sh\n(.*?)```/s), user.folder)
  const made = join(user.folder, 'my-env')
  run(user.manager, ['run', 'typecheck'], made)
  const bench = (args: readonly string[], cwd: string): string =>
    run(join(made, 'node_modules/.bin/skill-state-bench'), args, cwd)
  const agrees = /every prompt and every figure agrees/
  shows(bench(['replay', 'runs/my-env'], made), agrees, 'the replay of its suite')
  const small = ['--horizon', '10', '--seeds', '1', '--runtime', 'skill-state', '--out', 'run']
  const report = bench(['run', 'scaling', '--env', './my-env', ...small], user.folder)
  shows(report, /\| skill-state +\| +1\.00/, 'the experiment scaling')
  shows(bench(['replay', 'run'], user.folder), agrees, 'its replay')
}

/** Installs the command for every folder, and checks the skill of the command's README with it. */
export function installCommand(user: User): void {
  const readme = page('apps/skill-state/README.md')
  const prefix = join(user.folder, 'global')
  const folder = join(user.folder, 'command')
  mkdirSync(join(folder, 'my-skill'), { recursive: true })
  writeFileSync(join(folder, 'my-skill/SKILL.md'), first(readme, /```text\n(.*?)```/s))
  const env = `export npm_config_prefix='${prefix}' PNPM_HOME='${prefix}' PATH='${prefix}/bin'${delimiter}"$PATH"`
  const install = first(readme, /```sh\n(.*?)```/s)
  const check = first(readme, /(skill-state check \S+)/)
  shows(type(user, `${env}\n${install}\n${check}`, folder), /name +my-skill/, check)
}

/** Upgrades the project of the guide. Returns what the changelog of the installed package says of its version. */
export function upgrade(user: User, name: string, version: string): string {
  const project = join(user.folder, 'groceries')
  type(user, `npm install ${name}@latest`, project)
  const installed = join(project, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  same(manifest.version, version, `the version of ${name} after the upgrade`)
  const changelog = readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')
  return first(changelog, new RegExp(`(## ${version.replaceAll('.', '\\.')}\n.*?)(?:\n## |$)`, 's'))
}

/** Types commands of a page in a shell, with the user's package manager in the place of npm. */
function type({ manager }: User, commands: string, cwd: string): string {
  const theirs = manager === 'npm' ? commands : forPnpm(commands)
  return run('bash', ['-euc', theirs], cwd)
}

function forPnpm(commands: string): string {
  return commands
    .replace(/^npm create /gm, 'pnpm create ')
    .replace(/^npm install (?=.*@)/gm, 'pnpm add ')
    .replace(/^npm /gm, 'pnpm ')
}

function page(file: string): string {
  return readFileSync(resolve(file), 'utf8')
}

function first(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`a page has no ${pattern}; see scripts/release/_rehearsed-user.ts`)
  return found
}

function same(seen: string, expected: string, what: string): void {
  if (seen !== expected) throw new Error(`${what}: expected\n${expected}\nsaw\n${seen}`)
}

function shows(text: string, wanted: RegExp, what: string): void {
  if (!wanted.test(stripVTControlCharacters(text)))
    throw new Error(`${what}: expected ${wanted}, saw:\n${text}`)
}
