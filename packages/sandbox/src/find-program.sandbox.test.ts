import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findProgram, programFolders } from './find-program.ts'
import { findSandbox } from './index.ts'
import { needsSandbox } from './vitest.ts'

await needsSandbox(() => {
  test('names a program exactly if a session can reach it', async () => {
    const names = [...new Set(programFolders.flatMap((folder) => readdirSync(folder)))].filter((name) =>
      /^[\w.+-]+$/.test(name),
    )
    const session = await (await findSandbox('bwrap')).open({ folder: '/work', files: [] })
    const look = 'for name; do type -P -- "$name" >/dev/null && echo "$name"; done'
    const found: string[] = []
    for (let at = 0; at < names.length; at += 500) {
      const words = ['bash', '-c', look, 'bash', ...names.slice(at, at + 500)]
      const { output } = await session.exec(words, { cwd: '/work', timeoutMs: 60_000 })
      found.push(...Buffer.from(output).toString().trim().split('\n'))
    }
    await session.close()
    expect(names.filter((name) => findProgram(name) !== undefined)).toEqual(found)
  })
})
