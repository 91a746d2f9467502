import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { type Attack, python } from './attack.ts'

const place = mkdtempSync(join(tmpdir(), 'skill-state-attack-'))
afterAll(() => rmSync(place, { recursive: true }))
const secret = randomBytes(12).toString('hex')
const secretFile = join(place, 'flag.txt')
writeFileSync(secretFile, secret)
process.env.SKILL_STATE_SECRET = secret
const harness = process.cwd()

/** Ways to read what belongs to this machine or to other tasks, and to write outside of the own folders. */
export const attacksOnFiles: readonly Attack[] = [
  {
    name: 'reads a file of this machine, by its path, by links and by /proc',
    command: `ln -s ${secretFile} link; cat ${secretFile} link /proc/*/root${secretFile} /proc/*/cwd${secretFile}
      cat ${harness}/package.json /proc/1/root${harness}/package.json; echo done`,
    held: ({ text }) => {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('"name"')
      expect(text).toMatch(/done\n$/)
    },
  },
  {
    name: 'looks for the harness in environ, cmdline and mounts',
    command: 'cat /proc/*/environ /proc/*/cmdline /proc/*/mountinfo /proc/*/cgroup | tr "\\0" "\\n"',
    held: ({ text }) => {
      expect(text).toContain('/ctf/7')
      expect(text).not.toContain(secret)
      expect(text).not.toContain(harness)
      expect(text).not.toContain(tmpdir() === '/tmp' ? place : tmpdir())
    },
  },
  {
    name: 'reads who uses this machine',
    command:
      'cut -d: -f1 /etc/passwd /etc/group; id -un; getent passwd | wc -l; cat /etc/hosts; cat /etc/hostname /etc/machine-id',
    held: ({ text }) => {
      expect(text).toMatch(
        /^root\nnobody\nroot\nnogroup\nroot\n2\n127\.0\.0\.1 localhost\n::1 localhost\ncat: /,
      )
      expect(text.match(/No such file/g)).toHaveLength(2)
    },
  },
  {
    name: 'looks for packages of Node and sources outside of the distribution',
    command: `find / -path /proc -prune -o -name package.json -exec grep -l @skill-state {} + 2>/dev/null
      ls -A /usr/lib/node_modules /usr/share/nodejs 2>/dev/null | grep -v ':$' | grep .
      ls -A /usr/local /usr/src /opt /home /srv`,
    held: ({ text }) => {
      expect(text.split('\n').filter((line) => !/^ls: .*No such file/.test(line))).toEqual([''])
      expect(text.match(/No such file/g)).toHaveLength(5)
    },
  },
  {
    name: 'writes to system folders and kernel switches',
    command: `for path in /x /usr/x /usr/bin/x /etc/x /dev/x /proc/x /ctf/x /proc/sysrq-trigger /proc/sys/kernel/domainname; do
      echo h 2>/dev/null > $path && echo "wrote $path"; done; true`,
    held: ({ text }) => expect(text).not.toContain('wrote'),
  },
  {
    name: 'leaves a setuid program and uses those of the system',
    command: `cp /bin/bash own-bash; chmod 6777 own-bash; grep NoNewPrivs /proc/self/status; grep ' /ctf/7 ' /proc/self/mountinfo
      setpriv --reuid 1000 true && echo changed; su -c 'echo changed' nobody </dev/null`,
    held: ({ text }) => {
      expect(text).toMatch(/NoNewPrivs:\s1/)
      expect(text).toContain('nosuid')
      expect(text).not.toMatch(/^changed/m)
    },
  },
  {
    name: 'uses descriptors that are not its own',
    command: python(`import os
own = os.listdir('/proc/self/fd')
print(len(own), sorted(os.readlink('/proc/1/fd/' + fd).split(':')[0] for fd in os.listdir('/proc/1/fd')))`),
    held: ({ text }) =>
      // Its three and that of the listing itself; the loop's: nowhere, its socket pair, the command's pipe and the relay's.
      expect(text).toBe("4 ['/dev/null', '/dev/null', 'pipe', 'pipe', 'socket', 'socket', 'socket']\n"),
  },
  {
    name: 'takes the terminal of the harness',
    command: 'tty; (exec 3<>/dev/tty) && echo opened; true',
    held: ({ text }) => {
      expect(text).toContain('not a tty')
      expect(text).not.toContain('opened')
    },
  },
]

/** Searched for in everything that a session sees, beside a session that holds it. */
export const otherFlag: string = secret
