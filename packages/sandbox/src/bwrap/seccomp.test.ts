import { describe, expect, test } from 'vitest'
import { seccompFilter } from './seccomp.ts'

const allowed = 0x7fff0000
const killed = 0x80000000
const rejectedWith = (error: number): number => 0x50000 + error
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]
const [x64, i386] = [0xc000003e, 0x40000003]
const vsock = 40

/** Runs a filter as the kernel does, for the instructions that one needs. */
function verdict(architecture: number, number: number, argument = 0, watches = false): number {
  const program = new DataView(seccompFilter({ watches }).buffer)
  const data = new Map([
    [0, number],
    [4, architecture],
    [16, argument],
  ])
  let loaded = 0
  for (let at = 0; ; at += 8) {
    const [code, ifTrue, ifFalse] = [
      program.getUint16(at, true),
      program.getUint8(at + 2),
      program.getUint8(at + 3),
    ]
    const value = program.getUint32(at + 4, true)
    if (code === 0x06) return value
    if (code === 0x20) loaded = data.get(value) ?? Number.NaN
    if (code === 0x15) at += 8 * (loaded === value ? ifTrue : ifFalse)
    if (code === 0x35) at += 8 * (loaded >= value ? ifTrue : ifFalse)
  }
}

describe('the filter', () => {
  test.each([
    ['socket', x64, 41],
    ['socketpair', x64, 53],
    ['socket of 32 bits', i386, 359],
    ['socketpair of 32 bits', i386, 360],
  ])('lets %s make the usual families only', (_, architecture, number) => {
    expect([1, 2, 10, 16].map((family) => verdict(architecture, number, family))).toEqual(
      Array(4).fill(allowed),
    )
    expect([0, 17, 31, 38, vsock].map((family) => verdict(architecture, number, family))).toEqual(
      Array(5).fill(rejectedWith(EAFNOSUPPORT)),
    )
  })

  test('rejects ways into the kernel on both architectures', () => {
    expect([321, 298, 425, 250, 165, 272, 308, 438, 103].map((number) => verdict(x64, number))).toEqual(
      Array(9).fill(rejectedWith(EPERM)),
    )
    expect([357, 336, 425, 288, 21, 310, 346, 438, 103].map((number) => verdict(i386, number))).toEqual(
      Array(9).fill(rejectedWith(EPERM)),
    )
  })

  test('rejects memory that no process maps, and instances that are counted for a user', () => {
    expect([319, 447, 29, 253, 294].map((number) => verdict(x64, number))).toEqual(
      Array(5).fill(rejectedWith(EPERM)),
    )
    expect([356, 447, 395, 291, 332].map((number) => verdict(i386, number))).toEqual(
      Array(5).fill(rejectedWith(EPERM)),
    )
    expect(verdict(i386, 117)).toBe(rejectedWith(ENOSYS))
  })

  test('lets files be watched if something else bounds how many', () => {
    expect([253, 294].map((number) => verdict(x64, number, 0, true))).toEqual([allowed, allowed])
    expect([291, 332].map((number) => verdict(i386, number, 0, true))).toEqual([allowed, allowed])
  })

  test('calls absent what hides its arguments behind a pointer, and all of x32', () => {
    expect(verdict(x64, 435)).toBe(rejectedWith(ENOSYS))
    expect(verdict(i386, 435)).toBe(rejectedWith(ENOSYS))
    expect(verdict(i386, 102)).toBe(rejectedWith(ENOSYS))
    expect(verdict(x64, 0x40000000)).toBe(rejectedWith(ENOSYS))
    expect(verdict(x64, 0x40000000 + 41, 1)).toBe(rejectedWith(ENOSYS))
  })

  test('lets through what programs and debuggers live on', () => {
    const [read, write, clone, execve, ptrace] = [0, 1, 56, 59, 101]
    expect([read, write, clone, execve, ptrace].map((number) => verdict(x64, number))).toEqual(
      Array(5).fill(allowed),
    )
    expect([3, 4, 120, 11, 26].map((number) => verdict(i386, number))).toEqual(Array(5).fill(allowed))
  })

  test('ends what comes from another architecture', () => {
    expect(verdict(0xc00000b7, 41, 1)).toBe(killed)
  })
})
