import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testSandbox } from '../../test/sandbox-suite.ts'
import { dockerSandbox } from './docker.ts'

// A program that plays `docker` on folders of this machine: it shows what is asked of Docker, and that this
// side keeps the contract. It isolates nothing. `kill -9 -1` it plays by ending the commands it started.
const fakeDocker = `#!/bin/bash
cd "$(dirname "$0")" || exit 1
printf '%s\\n' "$*" >> log
end() { for pid in $(cat "$1.pids" 2>/dev/null); do kill -9 -- "-$pid" 2>/dev/null; done; }
case $1 in
  run) while [[ $1 != --name ]]; do shift; done; mkdir "$2" ;;
  cp) target=\${3%%:*}\${3#*:}; mkdir -p "$target" && tar -xf - -C "$target" ;;
  exec)
    shift; [[ $1 = --workdir ]] && { folder=$2; shift 2; }
    container=$1; shift
    [[ $3 = 'kill -9 -1' ]] && { end "$container"; exit; }
    cd "$container$folder" 2>/dev/null || { echo "OCI runtime exec failed: no such file or directory"; exit 126; }
    setsid -w "$@" </dev/null & echo $! >> "$OLDPWD/$container.pids"
    exec 2>/dev/null # where bash tells of a killed job
    wait $! ;;
  rm) end "$3"; rm -r "$3" "$3.pids" 2>/dev/null; true ;;
esac
`
const folder = mkdtempSync(join(tmpdir(), 'skill-state-docker-'))
writeFileSync(join(folder, 'docker'), fakeDocker)
chmodSync(join(folder, 'docker'), 0o755)
const path = process.env.PATH
process.env.PATH = `${folder}:${path}`
afterAll(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true })
})
beforeEach(() => writeFileSync(join(folder, 'log'), ''))

describe('contract', () => testSandbox(dockerSandbox()))

test('asks for a container without network, capabilities and more than its share', async () => {
  const session = await dockerSandbox({ image: 'mine' }).open({ folder: '/ctf/7', files: [] })
  await session.exec('true', { cwd: '/ctf', timeoutMs: 20_000 })
  await session.close()
  const [run, copy, exec, remove, ...rest] = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  const name = /--name (skill-state-\w+) /.exec(run ?? '')?.[1]
  expect(run?.replace(name ?? '', 'NAME')).toBe(
    'run --detach --name NAME --rm --pull never --network none --hostname sandbox --cap-drop ALL --security-opt no-new-privileges ' +
      '--pids-limit 128 --memory 1073741824 --memory-swap 1073741824 --ulimit core=0 --workdir /ctf/7 ' +
      '--entrypoint /bin/bash mine -c while :; do sleep infinity & wait; done',
  )
  expect(copy).toBe(`cp - ${name}:/ctf/7`)
  expect(exec).toBe(`exec --workdir /ctf ${name} /bin/bash -c exec -- "$@" 2>&1 bash /bin/bash -c true`)
  expect(remove).toBe(`rm --force ${name}`)
  expect(rest).toEqual([])
})

test('mounts the folders that are named, and reaches a network if asked', async () => {
  const session = await dockerSandbox().open({
    folder: '/work',
    files: [],
    host: folder,
    readOnly: { folder: '/skill', from: folder, files: ['docker'] },
    network: true,
  })
  await session.close()
  const [run] = readFileSync(join(folder, 'log'), 'utf8').split('\n')
  const user = `${process.getuid?.()}:${process.getgid?.()}`
  expect(run).toContain(
    ` --user ${user} --volume ${realpathSync(folder)}:/work --volume ${realpathSync(folder)}:/skill:ro --workdir /work `,
  )
  expect(run).toContain(' --network bridge ')
})

test('leaves no container', async () => {
  const session = await dockerSandbox().open({ folder: '/ctf/7', files: [] })
  await session.close()
  expect(readdirSync(folder).toSorted()).toEqual(['docker', 'log'])
})

test('ends a command that prints without end', async () => {
  const limits = { readBytes: 100_000, keptBytes: 10 }
  const session = await dockerSandbox().open({ folder: '/ctf/7', files: [], limits })
  const { output, exitCode, truncated } = await session.exec('yes', { cwd: '/ctf/7', timeoutMs: 20_000 })
  expect({ bytes: output.length, exitCode, truncated }).toEqual({ bytes: 10, exitCode: 137, truncated: true })
  await session.close()
})
