import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    queue: 'src/sessions/session-queue.ts',
    sessions: 'src/sessions/sessions.ts',
    'test-server': 'src/server/test-server.ts',
  },
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
