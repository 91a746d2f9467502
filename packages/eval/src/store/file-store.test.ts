import { describe, test } from 'vitest'
import { emptyFolder } from '../../test/folder.ts'
import { openRunFolder, readRunFolder } from '../trace/run-folder.ts'
import { testStore } from './conformance.ts'
import { fileStore } from './file-store.ts'

describe('the store of a folder', () => {
  const checks = testStore({
    open: async () => fileStore(openRunFolder(emptyFolder(), { a: 1 })),
    reopen: async ({ place }) => fileStore(readRunFolder(place)),
  })
  for (const { name, run } of checks) test(name, run)
})
