import { WORDS } from './_words.ts'

/** The part of VitePress's Markdown that is used here. */
interface Renderer {
  render(text: string, env: object): string
}

/** Adds the words that others use for a page to the search, as a section in front of it: they are found, and not shown. */
export function searchable(text: string, env: { relativePath: string }, markdown: Renderer): string {
  const html = markdown.render(text, env)
  const words = WORDS[env.relativePath.replace(/\.md$/, '')]
  if (words === undefined) return html
  const [, title = ''] = /<h1[^>]*>(.*?)<a /s.exec(html) ?? []
  return `<h1>${title}<a href="#VPContent">#</a></h1><p>${words}</p>${html}`
}

/**
 * Guides come before the reference and the decisions. Words that any question has count for nothing, and a word is found in its
 * plural and its other forms. VitePress writes these functions into the page, so each must stand by itself.
 */
export const miniSearch = {
  options: {
    processTerm(term: string): string | undefined {
      const word = term.toLowerCase().replace(/^@|['’]s$/g, '')
      const empty =
        / (a|an|and|any|are|as|at|be|by|can|could|do|does|doe|for|from|get|give|how|i|if|in|into|is|it|its|let|like|make|me|my|need|of|off|on|one|or|our|should|so|some|that|the|their|them|then|there|they|this|to|up|use|want|way|we|what|when|where|which|who|why|will|with|without|work|would|you|your) /
      if (empty.test(` ${word} `)) return undefined
      return word.length < 5 ? word.replace(/(?<=\w{3})s$/, '') : word.replace(/(?:ies|ing|ed|es|e|s|y)$/, '')
    },
  },
  searchOptions: {
    fuzzy: (term: string): number | false => (term.length > 5 ? 0.2 : false),
    prefix: (term: string): boolean => term.length > 3,
    boost: { title: 3, text: 2, titles: 1 },
    bm25: { k: 1.2, b: 0.5, d: 0.5 },
    boostDocument(id: string): number {
      if (/^\/(?:reference|decisions\/\d)/.test(id)) return 0.15
      if (id.endsWith('#VPContent')) return 2
      return /^\/(?:tau|intercode|benchmarks|arena|suites|workers|statistics|trace-format|report-format|viewer|contributing|start)/.test(
        id,
      )
        ? 0.6
        : 1
    },
  },
} as const
