import { invalidOption } from '@skill-state/protocol'

/** An id as a file's name: two ids never share one. */
export function fileName(id: string): string {
  if (id === '' || id.length > 150) {
    throw invalidOption(`a session's id has 1 to 150 characters, found ${id.length}`)
  }
  return id.replaceAll(/[^A-Za-z0-9_-]/g, (char) => `%${char.codePointAt(0)?.toString(16).padStart(2, '0')}.`)
}
