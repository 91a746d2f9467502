/** One step of a JSON Pointer (RFC 6901), slash included. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
