/** A harness of its own, to be killed or misled: runs the command it is given and prints what came of it. */
import { bwrapSandbox } from '../../src/bwrap/bwrap.ts'

const cwd = '/ctf/7'
const session = await bwrapSandbox().open({ folder: cwd, files: [] })
await print('readlink /proc/self/ns/pid')
await print(process.argv[2] ?? '')
await session.close()

async function print(command: string): Promise<void> {
  const { output } = await session.exec(command, { cwd, timeoutMs: 60_000 })
  process.stdout.write(output)
}
