const limit = 80

/** Shows untrusted text on one line: quoted, with control characters escaped, cut after 80 characters. */
export function quote(text: string): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnit)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
