// Runs the official conformance suite of MCP on this client, case by case, and prints a table: `pnpm mcp:conformance [case…]`. The
// suite comes from npm.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SUITE = '@modelcontextprotocol/conformance@0.1.16'
const run = promisify(execFile)

/** What it prints; its results are on standard error. */
async function suite(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('npx', ['-y', SUITE, ...args], { maxBuffer: 50_000_000 }).catch(
    ({ stdout: out = '', stderr: errors = '' }: { readonly stdout?: string; readonly stderr?: string }) => {
      return { stdout: out, stderr: errors }
    },
  )
  return stdout + stderr
}

async function cases(): Promise<readonly string[]> {
  const [, client = ''] = (await suite(['list'])).split('Client scenarios')
  return [...client.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name)
}

const named = process.argv.slice(2)
const client = `${process.execPath} --conditions=@skill-state/source ${fileURLToPath(import.meta.resolve('./conformance-client.ts'))}`
console.log('| case | checks passed | |\n| --- | --- | --- |')
for (const name of named.length > 0 ? named : await cases()) {
  const said = await suite(['client', '--command', client, '--scenario', name])
  const [, passed = 'none'] = /Passed: (\d+\/\d+)/.exec(said) ?? []
  console.log(`| \`${name}\` | ${passed} | ${said.includes('OVERALL: PASSED') ? 'passed' : 'not passed'} |`)
}
