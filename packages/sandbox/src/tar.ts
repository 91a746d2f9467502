import type { SandboxFile } from './sandbox.ts'

const block = 512
const longestName = 100

/** A tar archive (ustar; longer names by GNU's `L` entries), owned by root, with times of 0: equal files give equal bytes. */
export function tar(files: readonly SandboxFile[]): Uint8Array {
  const parts = files.flatMap((file) => {
    const name = Buffer.from(file.path)
    const mode = file.executable ? 0o755 : 0o644
    return [...longName(name), ...entry(name.subarray(0, longestName), '0', mode, file.content)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function longName(name: Uint8Array): readonly Uint8Array[] {
  if (name.length <= longestName) return []
  return entry(Buffer.from('././@LongLink'), 'L', 0o644, Buffer.concat([name, Buffer.alloc(1)]))
}

function entry(name: Uint8Array, type: string, mode: number, content: Uint8Array): readonly Uint8Array[] {
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return [header(name, type, mode, content.length), content, padding]
}

function header(name: Uint8Array, type: string, mode: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(block)
  bytes.set(name, 0)
  bytes.write(octal(mode, 7), 100)
  bytes.write(octal(0, 7), 108) // owner
  bytes.write(octal(0, 7), 116) // group
  bytes.write(octal(size, 11), 124)
  bytes.write(octal(0, 11), 136) // time
  bytes.write(' '.repeat(8), 148) // the checksum counts its own field as spaces
  bytes.write(type, 156)
  bytes.write('ustar\0', 257)
  bytes.write('00', 263)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 6)}\0 `, 148)
  return bytes
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
