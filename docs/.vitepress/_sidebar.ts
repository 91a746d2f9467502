import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly Item[]
}

const docs = fileURLToPath(new URL('..', import.meta.url))

/** The guides in the order in which they are read, the decision records and the reference as they are found. */
export function sidebar(): readonly Item[] {
  const groups = [
    group('Start', {
      'start/engineer': 'As an engineer',
      'start/researcher': 'As a researcher',
      'start/contributor': 'As a contributor',
    }),
    group('The idea', { algorithm: 'Algorithm', glossary: 'Glossary', limits: 'What it is not good at' }),
    group('Use it', {
      agent: 'An agent with your tools',
      'guides/chat': 'A chat with approval',
      'guides/web-server': 'Behind a web server',
      'guides/stop-retry-limits': 'Stop, retry and limits',
      reliability: 'What holds under faults',
      'guides/change-state': 'Change the state of a live agent',
      'guides/test-your-agent': 'Test your agent',
      'guides/regress': 'Compare a release with last week',
      'guides/from-ai-sdk': 'From the AI SDK',
      'guides/from-langchain': 'From LangChain',
      'state-core': 'The state core',
      'guides/schema': 'A schema that works',
      'guides/encoding': 'Choose an encoding',
      models: 'Models',
      'guides/costs': 'Costs and caching',
      'guides/ai-sdk': 'In the AI SDK',
      'guides/langchain': 'In LangChain',
      'guides/mastra': 'In Mastra',
      'guides/openai-agents': 'In the OpenAI Agents SDK',
      'guides/five-versions': 'One agent in five versions',
      'agent-skills': 'Agent Skills and MCP',
      'guides/serve': 'Serve an agent by MCP',
      audit: 'Audit of recordings',
      'guides/coding-agents': 'Keep what matters over a compaction',
      findings: 'What recordings show',
      evidence: 'Evidence from public sets',
      arena: 'The arena: versus compaction',
    }),
    group('Measure', {
      benchmarks: 'SkillExecBench',
      'tau-bench': 'τ-Bench',
      'tau3-bench': 'τ³-Bench',
      intercode: 'InterCode CTF',
      suites: 'Suites',
      workers: 'Many workers',
      statistics: 'Statistics',
      'trace-format': 'Traces',
      'report-format': 'report.json',
      viewer: 'The viewer',
    }),
    group('Extend', {
      'guides/extend': 'Add something of your own',
      'create-env': 'A package of your own',
      contributing: 'Contributing',
      releases: 'Releases',
      dependencies: 'Dependencies',
      security: 'Security',
    }),
  ]
  const named = groups.flatMap(({ items = [] }) => items.map(({ link }) => link))
  const more = titled('').filter(({ link }) => !named.includes(link) && link !== '/index')
  return [
    ...groups,
    ...(more.length > 0 ? [{ text: 'More', items: more }] : []),
    { text: 'Decisions', link: '/decisions/', collapsed: true, items: titled('decisions/', /^\d/) },
    { text: 'Reference', link: '/reference/', collapsed: true, items: reference() },
  ]
}

/** The pages of a group that are there. */
function group(text: string, pages: Readonly<Record<string, string>>): Item {
  const items = Object.entries(pages).map(([name, title]) => ({ text: title, link: `/${name}` }))
  return { text, items: items.filter(({ link }) => existsSync(`${docs}${link}.md`)) }
}

/** The pages of a folder by their own titles. */
function titled(folder: string, fits: RegExp = /^/): readonly Item[] {
  const names = readdirSync(docs + folder).filter((name) => name.endsWith('.md') && fits.test(name))
  return names.sort().map((name) => ({ text: titleOf(folder + name), link: linkOf(folder + name) }))
}

function reference(): readonly Item[] {
  if (!existsSync(`${docs}reference`)) return []
  const names = readdirSync(`${docs}reference`, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => ({ text: titleOf(`reference/${name}`), link: linkOf(`reference/${name}`) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
}

function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(docs + file, 'utf8')) ?? []
  return title.replaceAll('\\', '').replace('@skill-state/', '')
}

function linkOf(file: string): string {
  return `/${file.replace(/\.md$/, '')}`
}
