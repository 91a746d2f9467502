import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** What programs import, and most thousand bytes that it may add to a bundle for a browser, minified and gzipped. */
export const BUNDLES = [
  ['the loop', "export { runSkill } from '@skill-state/core'", 27],
  [
    'a loop of your own',
    "export { applyPatch, buildPrompt, compileSkill, parseReply } from '@skill-state/core'",
    24,
  ],
  // The loop is 24 of it. The rest are what every session uses: the journal with its hash and migrations (12), the session
  // with its meter (13), tools (6), and the certificate and schemas for models that can be held to one (7). Images and files are 1 of it: a tool's
  // result is read for them before it is known to have any.
  ['an agent', "export { agent, tool } from '@skill-state/agent'", 78],
] as const

/** What is too large of typical bundles, made from the packages that are installed in a folder. */
export async function bundleProblems(folder: string): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [name, source, budget] of BUNDLES) {
    const input = join(folder, 'bundle.mjs')
    writeFileSync(input, source)
    const build = await rolldown({ input, cwd: folder, platform: 'browser' })
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
    const kilobytes = gzipSync(output[0].code).length / 1_000
    process.stdout.write(`bundle of ${name}: ${kilobytes.toFixed(1)} kB of ${budget}\n`)
    if (kilobytes > budget)
      problems.push(
        `the bundle of ${name} has ${kilobytes.toFixed(1)} kB, its budget is ${budget} kB (scripts/_bundles.ts)`,
      )
    if (/from\s*"node:/.test(output[0].code)) problems.push(`the bundle of ${name} imports a module of Node`)
  }
  return problems
}
