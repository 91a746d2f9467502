import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { openRunFolder, readRunFolder } from '../trace/run-folder.ts'
import { testStore } from './conformance.ts'
import { fileStore } from './file-store.ts'

describe('the store of a folder', () => {
  const checks = testStore({
    open: async () => fileStore(openRunFolder(mkdtempSync(join(tmpdir(), 'skill-state-')), { a: 1 })),
    reopen: async ({ place }) => fileStore(readRunFolder(place)),
  })
  for (const { name, run } of checks) test(name, run)
})
