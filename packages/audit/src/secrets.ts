/** A text in one of these forms is a secret, up to the end of its word; what follows a name such as `password=` too. */
const SECRET = new RegExp(
  [
    String.raw`-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)`,
    String.raw`\b(?:sk|pk|rk|gsk|xai)[-_][\w-]{8}[^\s"'\x60]*`,
    String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|AIza|ya29\.|xox[abeprs]-|AKIA|ASIA|eyJ)[\w.-]{8}[^\s"'\x60]*`,
    String.raw`\b(?:Bearer|Basic)\s+[^\s"'\x60]{4,}`,
    String.raw`(?<=[a-z][\w+.-]*:\/\/[^\s/:@"'\x60]*:)[^\s/@"'\x60]+(?=@)`,
    String.raw`(?<=(?:passw(?:or)?d|passphrase|secret|token|(?:api|access|private)[-_]?key|credentials?|authorization)(?:[-_]\w+)*["'\x60]?\s*(?:[=:]|\s+is)\s*)(?:"[^"]*"?|'[^']*'?|[^\s"',;]+)`,
    String.raw`(?<=--?(?:passw(?:or)?d|secret|token|api-?key)\s+)[^\s"'\x60]+`,
  ].join('|'),
  'gi',
)

/**
 * The text with what has the form of a secret replaced by its length: keys as providers write them, tokens, private keys, and
 * what follows a name such as `password=`. Give it the whole text: of a secret that was cut it finds nothing.
 *
 * `DB_PASSWORD=hunter2 pnpm test` becomes `DB_PASSWORD=(7 characters) pnpm test`.
 */
export function hideSecrets(text: string): string {
  return text.replaceAll(SECRET, (secret) => `(${secret.length} characters)`)
}
