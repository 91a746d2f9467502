const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  $: String.raw`\$`,
  '&': String.raw`\&`,
  '#': String.raw`\#`,
  '%': String.raw`\%`,
  _: String.raw`\_`,
  '^': String.raw`\textasciicircum{}`,
  '~': String.raw`\textasciitilde{}`,
  '<': String.raw`\textless{}`,
  '>': String.raw`\textgreater{}`,
  '|': String.raw`\textbar{}`,
  '"': String.raw`\textquotedbl{}`,
  "'": "'{}",
  '`': '`{}',
  '-': '-{}',
  '[': '{[}',
  ']': '{]}',
  '–': '--',
  '−': '$-$',
  '±': String.raw`$\pm$`,
  '§': String.raw`\S{}`,
  τ: String.raw`$\tau$`,
}

/**
 * Text as LaTeX shows it: no character of it is a command, makes a ligature or ends a table. A character that
 * pdfLaTeX has no glyph for is written by its number, as `U+1F600`; white space, line breaks too, is a space.
 */
export function latexText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  return Array.from(plain, (character) => {
    if (Object.hasOwn(SPECIAL, character)) return SPECIAL[character]
    if (/^[ -~]$/.test(character)) return character
    return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  }).join('')
}
