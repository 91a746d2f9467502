import { describe, test } from 'vitest'
import { emptyFolder } from '../../test/folder.ts'
import { openRunFolder, readRunFolder } from '../trace/run-folder.ts'
import { testTraceStore } from './conformance.ts'
import { fileTraces } from './file-traces.ts'

describe('the store of a folder', () => {
  const checks = testTraceStore({
    open: async () => fileTraces(openRunFolder(emptyFolder(), { a: 1 })),
    reopen: async ({ place }) => fileTraces(readRunFolder(place)),
  })
  for (const { name, run } of checks) test(name, run)
})
