export interface Fenced {
  readonly prose: string
  readonly fences: readonly { readonly language: string; readonly body: string }[]
}

/** Splits Markdown at its fences of back-ticks or tildes; one without an end reaches to the end of the text. */
export function splitFences(text: string): Fenced {
  const prose: string[] = []
  const fences: { language: string; body: string[] }[] = []
  let open: { readonly mark: string; readonly body: string[] } | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, mark = '', rest = ''] = /^[ \t]{0,12}((?:```|~~~)[`~]{0,20})(.*)$/.exec(line) ?? []
    if (open !== undefined) {
      if (mark.startsWith(open.mark) && rest.trim() === '') open = undefined
      else open.body.push(line)
    } else if (mark === '') {
      prose.push(line)
    } else {
      const fence = { language: /^\s*(\w+)/.exec(rest)?.[1]?.toLowerCase() ?? '', body: [] }
      fences.push(fence)
      open = { mark, body: fence.body }
    }
  }
  return {
    prose: prose.join('\n'),
    fences: fences.map(({ language, body }) => ({ language, body: body.join('\n') })),
  }
}
