import { statSync } from 'node:fs'
import { type Package, run } from './packages.ts'

/** Most thousand bytes that a tarball may have. Raise one with a reason, in the change that needs it. */
export const BUDGETS: Readonly<Record<string, number>> = {
  '@skill-state/agent': 345, // 65 of them are guides for coding agents
  '@skill-state/agent-skills': 105,
  '@skill-state/ai-sdk': 30,
  '@skill-state/audit': 240,
  '@skill-state/baselines': 90,
  '@skill-state/bench': 45,
  '@skill-state/cli': 90,
  '@skill-state/cloudflare': 20,
  '@skill-state/core': 355, // with four layouts of a prompt
  '@skill-state/create': 25,
  '@skill-state/eval': 170,
  '@skill-state/intercode': 60,
  '@skill-state/langchain': 30,
  '@skill-state/mastra': 20,
  '@skill-state/mcp': 60, // with what servers ask of a client, and signing in
  '@skill-state/models': 265,
  '@skill-state/policies': 25,
  '@skill-state/openai-agents': 30,
  '@skill-state/postgres': 130,
  '@skill-state/protocol': 120, // with the simulated cache of a provider, what calls cost, and what results are evidence of
  '@skill-state/report': 150,
  '@skill-state/restate': 20,
  '@skill-state/sandbox': 60,
  '@skill-state/skillexecbench': 140,
  '@skill-state/suite': 145, // with exports for other tools, what starts programs of other languages, and the client for Python
  '@skill-state/tau-bench': 310,
  '@skill-state/tools': 45,
  '@skill-state/viewer': 330,
}

/** What is wrong with a tarball beside what publint and attw see: its manifest, licence, contents and size. */
export function tarballProblems({ manifest }: Package, tarball: string): readonly string[] {
  const files = run('tar', ['-tzf', tarball], '.').trim().split('\n')
  const kilobytes = statSync(tarball).size / 1_000
  const budget = BUDGETS[manifest.name]
  const problems = [
    ...(manifest.license === 'MIT' ? [] : ['license is not MIT']),
    ...(manifest.description ? [] : ['description is missing']),
    ...((manifest.keywords ?? []).length > 0 ? [] : ['keywords are missing']),
    ...(manifest.files?.includes('CHANGELOG.md') ? [] : ['files does not name CHANGELOG.md']),
    ...(manifest.engines?.node === undefined ? ['engines does not name a version of Node'] : []),
    ...['LICENSE', 'README.md']
      .filter((file) => !files.includes(`package/${file}`))
      .map((file) => `the tarball has no ${file}`),
    ...files
      .filter((file) => !file.startsWith('package/template/')) // what @skill-state/create copies: sources and tests too
      .filter((file) => /\.test\.|\/src\/|\.env|tsconfig/.test(file))
      .map((file) => `${file} is published`),
    ...(budget === undefined ? ['has no size budget: add one to scripts/_check-tarball.ts'] : []),
    ...(kilobytes > (budget ?? Infinity)
      ? [`the tarball has ${kilobytes.toFixed(0)} kB, its budget is ${budget} kB (scripts/_check-tarball.ts)`]
      : []),
  ]
  process.stdout.write(`${manifest.name}: ${kilobytes.toFixed(0)} kB of ${budget ?? 'no budget'}\n`)
  return problems.map((problem) => `${manifest.name}: ${problem}`)
}
