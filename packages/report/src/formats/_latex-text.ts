/** What stands for a character, one after the other. */
const PAIRS = String.raw`\ \textbackslash{} { \{ } \} $ \$ & \& # \# % \% _ \_ ^ \textasciicircum{} ~ \textasciitilde{}
< \textless{} > \textgreater{} | \textbar{} " \textquotedbl{} ' '{} - -{} * {*} [ {[} ] {]} ! !{} ? ?{}
– -- — --- − $-$ ± $\pm$ × $\times$ ÷ $\div$ ≤ $\leq$ ≥ $\geq$ ≠ $\neq$ ≈ $\approx$ → $\to$ ∞ $\infty$
· \textperiodcentered{} … \dots{} § \S{} € \texteuro{} £ \pounds{} ° \textdegree{}
’ '{} “ \textquotedblleft{} ” \textquotedblright{} „ \quotedblbase{} « \guillemotleft{} » \guillemotright{}`

/** Greek letters are symbols of formulas; capitals that look as Latin ones have no command. */
const GREEK =
  'α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega'

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ...pairs(PAIRS),
  ['`', '`{}'],
  ['‘', '`{}'],
  ...pairs(GREEK).map(([letter, name]) => [letter, `$\\${name}$`] as const),
])

function pairs(text: string): (readonly [character: string, command: string])[] {
  return Array.from(text.matchAll(/(\S+)\s+(\S+)/g), ([, character = '', command = '']) => [
    character,
    command,
  ])
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
    const special = SPECIAL.get(character)
    if (special !== undefined) return special
    if (/^[ -~]$/.test(character) || LETTER.test(character)) return character
    return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  })
    .join('')
    .replaceAll(/,(?=,)/g, ',{}')
}
