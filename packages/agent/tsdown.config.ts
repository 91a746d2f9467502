import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    client: 'src/client/index.ts',
    embedded: 'src/embedded/index.ts',
    conformance: 'src/conformance/index.ts',
    files: 'src/files.ts',
    host: 'src/host/index.ts',
    mcp: 'src/mcp/index.ts',
    regress: 'src/regress/index.ts',
    sqlite: 'src/sqlite.ts',
    telemetry: 'src/telemetry.ts',
    terminal: 'src/terminal.ts',
    vitest: 'src/vitest.ts',
  },
  dts: true,
  platform: 'node',
  fixedExtension: true,
})
