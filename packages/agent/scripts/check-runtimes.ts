/**
 * Runs the same program in Node, Bun, Deno, Cloudflare's workerd and a browser, and compares what each prints: the
 * conformance checks of `core`, and a conversation of `agent` with its journal.
 *
 *   pnpm check:runtimes [--browser /usr/bin/chromium]
 *
 * Installs Bun, Deno and workerd into a temporary folder (350 MB).
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'

const RUNTIMES = ['bun@1.4.5', 'deno@2.9.6', 'workerd@1.20261117.1']
const { values } = parseArgs({ options: { browser: { type: 'string', default: '/usr/bin/chromium' } } })

const folder = mkdtempSync(join(tmpdir(), 'skill-state-runtimes-'))
const bin = (name: string): string => join(folder, 'node_modules/.bin', name)
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const output = (command: string, args: readonly string[], stderr: 'inherit' | 'ignore' = 'inherit'): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', stderr], cwd: folder }).trim()

try {
  const bundle = await bundled()
  write('package.json', '{ "type": "module" }')
  write('program.mjs', bundle)
  const main = write('main.mjs', "import { program } from './program.mjs'\nconsole.log(await program())\n")
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...RUNTIMES], {
    cwd: folder,
  })
  const wanted = output(process.execPath, [main])
  const { checks, failed } = JSON.parse(wanted) as { checks: number; failed: readonly string[] }
  for (const line of failed) report('node', line)
  report('node', failed.length === 0 ? undefined : `${failed.length} of ${checks} checks fail`)
  const printed: Readonly<Record<string, () => string | Promise<string>>> = {
    bun: () => output(bin('bun'), [main]),
    deno: () => output(bin('deno'), ['run', '--quiet', main]),
    workerd: inWorkerd,
    ...(existsSync(values.browser) && { browser: () => inBrowser(bundle) }),
  }
  for (const [name, print] of Object.entries(printed)) {
    const text = await print()
    report(name, text === wanted ? undefined : `prints otherwise: ${text.slice(0, 500)}`)
  }
  if (!existsSync(values.browser)) process.stdout.write(`browser: left out, there is no ${values.browser}\n`)
  process.stdout.write(`${checks} checks and a conversation\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function report(name: string, fault: string | undefined): void {
  process.stdout.write(`${name}: ${fault ?? 'the same'}\n`)
  if (fault !== undefined) process.exitCode = 1
}

/** The program and all that it needs in one module that names no module of Node. */
async function bundled(): Promise<string> {
  const input = fileURLToPath(new URL('runtimes-program.ts', import.meta.url))
  const build = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: ['@skill-state/source', 'import', 'default'] },
  })
  const { output: files } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  const [{ code }] = files
  const [, named] = /from\s*"(node:[^"]+)"/.exec(code) ?? []
  if (named !== undefined) throw new Error(`the bundle imports ${named}`)
  return code
}

async function inWorkerd(): Promise<string> {
  write(
    'worker.mjs',
    "import { program } from './program.mjs'\nexport default { fetch: async () => new Response(await program()) }\n",
  )
  const config = write(
    'config.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "program.mjs", esModule = embed "program.mjs")],
    compatibilityDate = "2026-11-01"
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`,
  )
  const worker = spawn(bin('workerd'), ['serve', '--control-fd=3', config], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  try {
    const control = worker.stdio[3] as NodeJS.ReadableStream
    const [said] = (await once(control, 'data')) as [Buffer]
    const { port } = JSON.parse(said.toString().split('\n')[0] ?? '') as { port: number }
    return await (await fetch(`http://127.0.0.1:${port}/`)).text()
  } finally {
    worker.kill()
  }
}

/** A page with the program; a browser that is asked for the page's document prints it once the page has loaded. */
function inBrowser(bundle: string): string {
  const script = bundle.replace(
    /export\s*\{\s*([\w$]+)(?: as program)?\s*\};?\s*$/,
    'globalThis.program = $1',
  )
  const show = 'document.body.textContent = encodeURIComponent(await program())'
  const page = write(
    'page.html',
    `<body></body><script type="module">${script.replaceAll('</script', '<\\/script')}\n${show}</script>`,
  )
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=60000', '--dump-dom']
  const profile = `--user-data-dir=${join(folder, 'profile')}`
  const document = output(values.browser, [...flags, profile, `file://${page}`], 'ignore')
  return decodeURIComponent(/<body>(.*?)<\/body>/s.exec(document)?.[1] ?? '')
}
