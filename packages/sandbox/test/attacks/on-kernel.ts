import { expect } from 'vitest'
import { type Attack, python } from './attack.ts'

const libc = `import ctypes, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
  given = libc.syscall(*[ctypes.c_long(word) for word in words])
  return given if given >= 0 else -ctypes.get_errno()
`

/** Calls a 32-bit \`socket\` (359) of the family: push rbx; set eax ebx ecx edx; int 0x80; pop rbx; ret. */
const socket32 = `
def socket32(number, family):
  code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
  code.write(b'\\x53\\xb8' + number.to_bytes(4, 'little') + b'\\xbb' + family.to_bytes(4, 'little')
    + b'\\xb9\\x01\\0\\0\\0\\x31\\xd2\\xcd\\x80\\x5b\\xc3')
  return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
`

function isRefusal(found: unknown): boolean {
  return found === true || found === '-97 -38 True\n'
}

/** Ways into the kernel or to another namespace. */
export const attacksOnKernel: readonly Attack[] = [
  {
    name: 'opens sockets of the hypervisor and of raw links',
    command: python(
      `${libc}print([call(41, family, 1, 0) for family in (40, 17, 38, 31)], call(41, 1, 1, 0) > 0)`,
    ),
    held: ({ text }) => expect(text).toBe('[-97, -97, -97, -97] True\n'),
  },
  {
    name: 'opens them by the 32-bit calls',
    command: python(`${libc}${socket32}print(socket32(359, 40), socket32(102, 1), socket32(359, 1) > 0)`),
    // A kernel without 32-bit calls ends the program instead (signal 11).
    held: ({ text, exitCode }) => expect(exitCode === 139 || text).toSatisfy(isRefusal),
  },
  {
    name: 'opens them by the x32 calls',
    command: python(`${libc}print(call(0x40000000 + 41, 40, 1, 0), call(0x40000000 + 41, 1, 1, 0))`),
    held: ({ text }) => expect(text).toBe('-38 -38\n'),
  },
  {
    name: 'makes calls that no task needs',
    command:
      python(`${libc}denied = (321, 298, 323, 425, 426, 427, 250, 248, 249, 165, 166, 155, 272, 308, 428, 430, 438, 103)
print({call(number, 0, 0, 0, 0, 0) for number in denied}, call(435, 0, 0))`),
    held: ({ text }) => expect(text).toBe('{-1} -38\n'),
  },
  {
    name: 'makes a user namespace',
    command: `${`unshare --user true && echo made`}; python3 -c "$PROGRAM"; true`.replace(
      '"$PROGRAM"',
      `'import ctypes; print("clone", ctypes.CDLL(None).syscall(56, 0x10000011, 0, 0, 0, 0))'`,
    ),
    held: ({ text }) => {
      expect(text).not.toContain('made')
      expect(text).toContain('clone -1')
    },
  },
  {
    name: 'mounts, changes the root and makes devices',
    command: `mkdir root; mount -t tmpfs none root && echo did; mount --bind / root && echo did; mount -o remount,rw / && echo did
      umount /proc && echo did; chroot root true && echo did; chroot / true && echo did
      mknod disk b 8 0 && echo did; cat /dev/sda /dev/vda && echo did; hostname other && echo did; true`,
    held: ({ text }) => expect(text).not.toMatch(/^did/m),
  },
  {
    name: 'has capabilities',
    command: 'grep ^Cap /proc/self/status | tr -d "0\\t\\n"; grep Seccomp: /proc/self/status',
    held: ({ text }) => expect(text).toMatch(/^CapInh:CapPrm:CapEff:CapBnd:CapAmb:Seccomp:\s2\n$/),
  },
]
