import { miniSearch, searchable } from './_search.ts'
import { sidebars } from './_sidebar.ts'
import { type MarkdownIt, sourceLinks } from './_source-links.ts'
import { subscripts } from './_subscripts.ts'

/** Where the repository is, as `https://github.com/owner/name`, once it is somewhere. */
const repository = process.env.DOCS_REPOSITORY

/** Pages of one wide table, which has the place of the outline too. */
const WIDE = ['glossary.md', 'dependencies.md']

/** See VitePress; its types are not for strict projects. */
const config: object = {
  title: 'skill-state',
  description: 'Long-running language-model agents on an explicit state instead of a growing transcript',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  transformPageData({ relativePath }: { relativePath: string }) {
    if (WIDE.includes(relativePath)) return { frontmatter: { aside: false } }
  },
  vite: {
    resolve: { conditions: ['@skill-state/source', 'module', 'browser', 'development|production'] },
    esbuild: { tsconfigRaw: '{}' }, // its targets are older than the sources' of the packages
    build: { chunkSizeWarningLimit: 2_000 },
  }, // the search index is one file, loaded with the first search
  srcExclude: ['api/**', 'skill-state-agents/**'], // the latter is for coding agents: in the package, and as Markdown
  markdown: {
    config: (markdown: MarkdownIt) => {
      sourceLinks(markdown, repository)
      subscripts(markdown)
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch, _render: searchable } },
    sidebar: sidebars(),
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/agent' },
      { text: 'Playground', link: '/playground' },
      { text: 'Evidence', link: '/claims' },
      { text: 'Reference', link: '/reference/' },
    ],
    ...(repository !== undefined && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
}

export default config
