/** A text with each address of a Postgres in it as it may be shown: without its password. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(postgres(?:ql)?:\/\/[^\s:@/?#]*):[^\s@]*@/gi, '$1@')
}
