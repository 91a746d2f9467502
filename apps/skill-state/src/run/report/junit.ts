export interface JunitTest {
  readonly name: string
  /** Why it failed: in short, and all that is known. */
  readonly failure?: { readonly message: string; readonly text: string } | undefined
  readonly isSkipped?: boolean
  readonly milliseconds?: number | undefined
}

export function junitText(suite: string, kind: string, tests: readonly JunitTest[]): string {
  const failures = tests.filter(({ failure }) => failure !== undefined).length
  const skipped = tests.filter(({ isSkipped }) => isSkipped).length
  const cases = tests.map(({ name, failure, isSkipped, milliseconds }) => {
    const time = milliseconds === undefined ? '' : ` time="${(milliseconds / 1_000).toFixed(3)}"`
    const head = `  <testcase classname="${escaped(kind)}" name="${escaped(name)}"${time}`
    if (isSkipped) return `${head}>\n    <skipped/>\n  </testcase>`
    if (failure === undefined) return `${head}/>`
    const { message, text } = failure
    return `${head}>\n    <failure message="${escaped(message)}">${escaped(text)}</failure>\n  </testcase>`
  })
  const skips = skipped > 0 ? ` skipped="${skipped}"` : ''
  const head = `<testsuite name="${escaped(suite)}" tests="${tests.length}" failures="${failures}"${skips}>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[head, ...cases, '</testsuite>'].join('\n')}\n`
}

/** A text in XML, which knows no control characters but these. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�')
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
