const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/**
 * Whether the keys that `JSON.parse` gave `value` are exactly those of its text: none twice in an object, where
 * all but the last would be lost, and none spelled with an escape, which V8 may take for another key
 * (https://github.com/nodejs/node/issues/63785).
 */
export function hasExactKeys(json: string, value: unknown): boolean {
  const kept = countKeys(value)
  // Nearly always settled at the speed of `indexOf`: no escape, and no colon but those after keys.
  return (countColons(json) === kept && !json.includes('\\')) || countPlainKeys(json) === kept
}

function countColons(json: string): number {
  let count = 0
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) count += 1
  return count
}

/** Keys in the text of valid JSON, or -1 if one has an escape: a colon outside strings follows each. */
function countPlainKeys(json: string): number {
  let count = 0
  let inString = false
  let escaped = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      escaped &&= inString
      inString = !inString
    } else if (code === BACKSLASH) {
      escaped = true
      at += 1
    } else if (code === COLON && !inString) {
      if (escaped) return -1
      count += 1
    }
  }
  return count
}

function countKeys(root: unknown): number {
  let count = 0
  const work = [root]
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (Array.isArray(node)) {
      for (const child of node) if (isParent(child)) work.push(child)
    } else if (isParent(node)) {
      for (const key in node) {
        count += 1
        if (isParent(node[key])) work.push(node[key])
      }
    }
  }
  return count
}

function isParent(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}
