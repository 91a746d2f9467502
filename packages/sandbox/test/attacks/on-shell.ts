import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { type Attack, python } from './attack.ts'

const place = mkdtempSync(join(tmpdir(), 'skill-state-shell-'))
afterAll(() => rmSync(place, { recursive: true }))
const [skill, host] = [join(place, 'skill'), join(place, 'host')]
mkdirSync(join(skill, 'scripts'), { recursive: true })
mkdirSync(host)
const script = '#!/bin/bash\necho original\n'
writeFileSync(join(skill, 'SKILL.md'), 'the skill')
writeFileSync(join(skill, 'scripts/run.sh'), script, { mode: 0o755 })
writeFileSync(join(place, 'secret.txt'), 'a secret of the machine')
symlinkSync('../secret.txt', join(host, 'out'))
// As root the session is the owner of the folder, who must be somebody else. A private parent must do no harm.
if (process.getuid?.() === 0) chownSync(host, 60_950, 60_950)
chmodSync(place, 0o711)

const open = {
  host,
  readOnly: { folder: '/skill', from: skill, files: ['SKILL.md', 'scripts/run.sh'] },
}

function expectUnchanged(): void {
  expect(readFileSync(join(skill, 'SKILL.md'), 'utf8')).toBe('the skill')
  expect(readFileSync(join(skill, 'scripts/run.sh'), 'utf8')).toBe(script)
}

/** Ways for a skill to change itself, and to leave the folder of the machine that it may write. */
export const attacksOnShell: readonly Attack[] = [
  {
    name: 'changes, replaces and removes a file of the skill',
    open,
    command: `/skill/scripts/run.sh; cd /skill
      echo changed > SKILL.md; echo changed >> scripts/run.sh; rm -rf SKILL.md scripts; mv SKILL.md x; touch new; chmod 777 SKILL.md
      ln -sf /etc/passwd SKILL.md; mkdir sub; cat SKILL.md; /skill/scripts/run.sh`,
    held: ({ text }) => {
      expect(text).toMatch(/^original\n/)
      expect(text).toMatch(/the skilloriginal\n$/)
      expect(text).not.toContain('changed')
      expectUnchanged()
    },
  },
  {
    name: 'mounts the folder of the skill again, writable',
    open,
    command: `mount -o remount,rw /skill; mount --bind /tmp /skill; umount /skill; unshare -rm mount -t tmpfs none /skill
      echo changed > /skill/SKILL.md; cat /skill/SKILL.md`,
    held: ({ text }) => {
      expect(text).toMatch(/the skill$/)
      expectUnchanged()
    },
  },
  {
    name: 'writes into a file of the skill by its open descriptors',
    open,
    command: python(`import os
for pid in ('self', '1'):
  for fd in os.listdir('/proc/%s/fd' % pid):
    try:
      path = os.readlink('/proc/%s/fd/%s' % (pid, fd))
      if 'skill' in path: print('found', path)
    except OSError: pass
try:
  fd = os.open('/skill/SKILL.md', os.O_RDONLY)
  os.open('/proc/self/fd/%d' % fd, os.O_WRONLY)
  print('opened')
except OSError as error: print(error.strerror)`),
    held: ({ text }) => {
      expect(text).toBe('Read-only file system\n')
      expectUnchanged()
    },
  },
  {
    name: 'leaves the folder of the machine by links and by its parents',
    open,
    command:
      'cat out; ln -s / root; cat root/etc/shadow; ls ..; cat ../secret.txt; echo kept > kept.txt; echo x > out; ls -A /ctf',
    held: ({ text }) => {
      expect(text).not.toContain('a secret')
      expect(text).toMatch(/7\n$/)
      expect(readFileSync(join(host, 'kept.txt'), 'utf8')).toBe('kept\n')
      expect(readFileSync(join(place, 'secret.txt'), 'utf8')).toBe('a secret of the machine')
    },
  },
  {
    name: 'fills the disk of this machine',
    open,
    limits: { folderBytes: 40 * 2 ** 20 },
    command:
      'for ((i = 0; i < 60; i++)); do head -c 20M /dev/zero > big$i || break; sync; sleep 0.1; done; echo all',
    timeoutMs: 30_000,
    held: ({ text }) => {
      expect(text).not.toContain('all')
      expect(existsSync(join(host, 'big59'))).toBe(false)
    },
  },
]
