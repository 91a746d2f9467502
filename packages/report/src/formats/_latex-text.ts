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
  '*': '{*}',
  '[': '{[}',
  ']': '{]}',
  '!': '!{}',
  '?': '?{}',
  '–': '--',
  '—': '---',
  '−': '$-$',
  '±': String.raw`$\pm$`,
  '×': String.raw`$\times$`,
  '÷': String.raw`$\div$`,
  '≤': String.raw`$\leq$`,
  '≥': String.raw`$\geq$`,
  '≠': String.raw`$\neq$`,
  '≈': String.raw`$\approx$`,
  '→': String.raw`$\to$`,
  '∞': String.raw`$\infty$`,
  '·': String.raw`\textperiodcentered{}`,
  '…': String.raw`\dots{}`,
  '§': String.raw`\S{}`,
  '€': String.raw`\texteuro{}`,
  '£': String.raw`\pounds{}`,
  '°': String.raw`\textdegree{}`,
  '‘': '`{}',
  '’': "'{}",
  '“': String.raw`\textquotedblleft{}`,
  '”': String.raw`\textquotedblright{}`,
  '„': String.raw`\quotedblbase{}`,
  '«': String.raw`\guillemotleft{}`,
  '»': String.raw`\guillemotright{}`,
  ...greek(),
}

/** Letters of the encoding T1, which pdfLaTeX takes as they are. */
const LETTER = /^[À-ÖØ-öø-ÿĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž]$/

/**
 * Text as LaTeX shows it: no character of it is a command, makes a ligature or ends a table. A character that
 * pdfLaTeX has no glyph for is written by its number, as `U+1F600`; white space, line breaks too, is a space.
 */
export function latexText(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  return Array.from(plain, (character) => {
    if (Object.hasOwn(SPECIAL, character)) return SPECIAL[character]
    if (/^[ -~]$/.test(character) || LETTER.test(character)) return character
    return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  })
    .join('')
    .replaceAll(/,(?=,)/g, ',{}')
}

/** Greek letters are symbols of formulas; capitals that look as Latin ones have no command. */
function greek(): Record<string, string> {
  const names =
    'α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega'.split(
      ' ',
    )
  const pairs = names.flatMap((letter, index) =>
    index % 2 === 0 ? [[letter, `$\\${names[index + 1]}$`] as const] : [],
  )
  return Object.fromEntries(pairs)
}
