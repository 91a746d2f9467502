const THINKING = /<(\/?)(?:think|thinking|thought|reasoning)>/gi

/** Two slashes, unless they belong to an address such as `https://`. */
const LINE_COMMENT = /(?:^|[^:])\/\//

/** Why the text between two others is no answer: it is part of thinking or of a comment. Undefined if it is not. */
export function setAside(before: string, after: string): string | undefined {
  if (before.includes('<') || after.includes('<')) {
    if (isOpen(THINKING, before) || closesFirst(THINKING, after))
      return 'found one in thinking: give it after that'
    if (before.lastIndexOf('<!--') > before.lastIndexOf('-->')) return inComment
  }
  if (!before.includes('/')) return undefined
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.includes('//') && LINE_COMMENT.test(line)) return inComment
  return before.lastIndexOf('/*') > before.lastIndexOf('*/') && after.includes('*/') ? inComment : undefined
}

const inComment = 'found one in a comment: give it outside of comments, as the last thing'

const isOpen = (tags: RegExp, text: string): boolean => [...text.matchAll(tags)].at(-1)?.[1] === ''

const closesFirst = (tags: RegExp, text: string): boolean => [...text.matchAll(tags)][0]?.[1] === '/'
