import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    html: 'src/report/html/page.ts',
    missing: 'src/missing/index.ts',
    secrets: 'src/secrets.ts',
    sessions: 'src/sessions/index.ts',
  },
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
