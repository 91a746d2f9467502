import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { run } from '../packages.ts'

export interface Registry {
  /** Its address, with a slash at the end. */
  readonly url: string
  /** What the registry has of a package: a manifest for each version. */
  packument(name: string): Promise<Packument>
  stop(): Promise<void>
}

export interface Packument {
  readonly versions: Readonly<Record<string, PublishedManifest>>
}

export interface PublishedManifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly repository?: { readonly url: string }
}

/** Starts a registry on loopback, and makes it the registry of `@skill-state` for every process that follows. */
export async function startRegistry(work: string): Promise<Registry> {
  const folder = join(work, 'registry')
  mkdirSync(folder)
  const server = spawn(process.execPath, ['scripts/release/_serve-registry.mjs', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const [line] = await Promise.race([once(server.stdout, 'data'), ended])
  const url = String(line).trim()
  if (!URL.canParse(url)) throw new Error('the registry did not start')
  leaveWorkspace(work)
  useRegistry(work, url)
  return {
    url,
    packument: async (name) => {
      // A connection that is kept would time out while a command runs: commands block this process.
      const headers = { connection: 'close' }
      const answer = await fetch(url + name.replace('/', '%2f'), { headers })
      return (await answer.json()) as Packument
    },
    stop: async () => {
      server.kill()
      await ended
    },
  }
}

/** Gives later processes the environment of a new shell: Node alone, without the commands of this workspace. */
function leaveWorkspace(work: string): void {
  for (const name of Object.keys(process.env)) {
    if (/^(npm|pnpm)_/i.test(name)) delete process.env[name]
  }
  mkdirSync(join(work, 'bin'))
  symlinkSync(process.execPath, join(work, 'bin', 'node'))
  const root = resolve('.')
  const others = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(root))
  process.env.PATH = [join(work, 'bin'), ...others].join(delimiter)
}

/** Writes an npm configuration that sends `@skill-state` to the registry. Stops if a package manager ignores it. */
function useRegistry(work: string, url: string): void {
  const own = join(homedir(), '.npmrc')
  const settings = existsSync(own) ? readFileSync(own, 'utf8').split('\n') : []
  const kept = settings.filter((line) => !/_auth|_password|username|@skill-state/i.test(line))
  const file = join(work, 'npmrc')
  const ours = [`@skill-state:registry=${url}`, `${url.replace('http:', '')}:_authToken=rehearsal`]
  writeFileSync(file, `${[...kept, ...ours].join('\n')}\n`)
  process.env.NPM_CONFIG_USERCONFIG = file
  process.env.npm_config_cache = join(work, 'npm-cache')
  process.env.XDG_CACHE_HOME = join(work, 'pnpm-cache')
  process.env.pnpm_config_minimum_release_age = '0' // by default pnpm ignores the versions of the last day
  process.env.npm_config_yes = 'true' // the answer to "Ok to proceed?" of npm init
  for (const manager of ['npm', 'pnpm']) {
    const used = run(manager, ['config', 'get', '@skill-state:registry'], work).trim()
    if (used !== url) throw new Error(`${manager} would publish to ${used}; the rehearsal stops`)
  }
}
