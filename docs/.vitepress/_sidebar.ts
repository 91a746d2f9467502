import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: readonly Item[]
}

const docs = fileURLToPath(new URL('..', import.meta.url))

/** The pages in the steps that a person takes, at most eight a step. Pages that no step names come last. */
export function steps(): readonly Item[] {
  const groups = [
    group('Begin', {
      agent: 'An agent with your tools',
      playground: 'Try it in the browser',
      'guides/what-the-model-sees': 'What the model sees',
      'guides/schema': 'A state that works',
      'guides/real-model': 'A real model',
      comparison: 'Compared with others',
      limits: 'What it is not good at',
    }),
    group(
      'Your tools',
      {
        'guides/native-tools': 'Native tools, pictures, files',
        'guides/test-your-agent': 'Test your agent',
        'guides/regress': 'Compare a release with last week',
        'guides/change-state': 'Change the state of a live agent',
      },
      group('Below the agent', {
        'guides/own-loop': 'A loop of your own: runSkill',
        'state-core': 'The state core',
        'guides/encoding': 'Choose an encoding',
        algorithm: 'The algorithm',
      }),
    ),
    group('Your users', {
      'guides/chat': 'A chat with approval',
      'guides/web-server': 'Behind a web server',
      'guides/browser-client': 'In the browser',
      'guides/adopt': 'With the chats that you have',
      'guides/stop-retry-limits': 'Stop, retry and limits',
      'guides/delete-data': "Delete a user's data",
    }),
    group('In production', {
      'guides/deploy': 'Deploy',
      'guides/outgrow-one-machine': 'Outgrow one machine',
      'guides/costs': 'Costs and caching',
      reliability: 'What holds under faults',
      troubleshooting: 'When something is wrong',
      security: 'Security',
      releases: 'Releases and versions',
    }),
    group('Inside your framework', {
      'guides/ai-sdk': 'In the AI SDK',
      'guides/from-ai-sdk': 'From the AI SDK',
      'guides/langchain': 'In LangChain',
      'guides/from-langchain': 'From LangChain',
      'guides/mastra': 'In Mastra',
      'guides/openai-agents': 'In the OpenAI Agents SDK',
      'guides/five-versions': 'One agent in five versions',
    }),
    group('Skills and recordings', {
      'agent-skills': 'Agent Skills and MCP',
      'guides/author-skills': 'Write and improve a skill',
      'guides/serve': 'Serve an agent by MCP',
      audit: 'Audit of recordings',
      'guides/coding-agents': 'Keep what matters over a compaction',
    }),
    group('Evidence', {
      claims: 'What the paper claims and what holds',
      benchmarks: 'SkillExecBench',
      arena: 'The arena: versus compaction',
      'small-models': 'Small language models',
      findings: 'What recordings show',
      evidence: 'Evidence from public sets',
    }),
    group(
      'For researchers',
      {
        'start/researcher': 'Start as a researcher',
        'tau-bench': 'τ-Bench',
        'tau3-bench': 'τ³-Bench',
        intercode: 'InterCode CTF',
        suites: 'Suites',
        workers: 'Many workers',
        statistics: 'Statistics',
      },
      group('Formats of a run', {
        wire: 'Python and other languages',
        'trace-format': 'Traces',
        'report-format': 'report.json',
        viewer: 'The viewer',
        models: 'Models of experiments',
      }),
    ),
    group('Extend', {
      'start/contributor': 'Start as a contributor',
      'guides/extend': 'Add something of your own',
      'create-env': 'A package of your own',
      contributing: 'Contributing',
      dependencies: 'Dependencies and sizes',
      glossary: 'Glossary',
      'decisions/index': 'Decisions',
      'reference/index': 'Reference',
    }),
  ]
  const more = ['', 'guides/']
    .flatMap((folder) => titled(folder))
    .filter(({ link }) => !isNamed(groups, link))
  return more.length > 0 ? [...groups, { text: 'More', items: more }] : groups
}

/** The side bar of each part of the site. */
export function sidebars(): Readonly<Record<string, readonly Item[]>> {
  const back = { text: 'Guides', link: '/agent' }
  return {
    '/': steps(),
    '/decisions/': [back, { text: 'Decisions', link: '/decisions/', items: titled('decisions/', /^\d/) }],
    '/reference/': [back, { text: 'Reference', link: '/reference/', items: reference() }],
  }
}

/** The pages of a step that are there. A group below it is folded. */
function group(text: string, pages: Readonly<Record<string, string>>, below?: Item): Item {
  const items: Item[] = Object.entries(pages)
    .filter(([name]) => name === 'reference/index' || existsSync(`${docs}${name}.md`)) // the reference is generated
    .map(([name, title]) => ({ text: title, link: `/${name.replace(/index$/, '')}` }))
  return { text, items: below === undefined ? items : [...items, { ...below, collapsed: true }] }
}

function isNamed(items: readonly Item[], link: string | undefined): boolean {
  return link === '/index' || items.some((item) => item.link === link || isNamed(item.items ?? [], link))
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
