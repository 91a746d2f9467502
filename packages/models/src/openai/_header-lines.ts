/** Headers as the SDKs' environment variables hold them, one a line: `Name: value`. Other lines are passed over. */
export function headersFrom(lines = ''): Readonly<Record<string, string>> {
  const pairs = lines.split('\n').flatMap((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line.trim()) ?? []
    return name === undefined || value === undefined ? [] : [[name.trim(), value.trim()] as const]
  })
  return Object.fromEntries(pairs)
}
