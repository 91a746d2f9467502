import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'

/** The oldest Node that runs the programs: `engines` of each package says the same. */
const OLDEST_NODE = 22

/**
 * How a package with a command is built: `dist/main.mjs` from `src/main.ts`, and `dist/bin.mjs`, which checks the
 * version of Node before it loads anything that an old Node cannot read.
 */
export function program(command: string): UserConfig {
  return defineConfig({
    entry: { main: 'src/main.ts' },
    dts: false,
    platform: 'node',
    fixedExtension: true,
    hooks: {
      'build:done': ({ options }) => writeFileSync(join(options.outDir, 'bin.mjs'), binText(command)),
    },
  })
}

function binText(command: string): string {
  return `#!/usr/bin/env node
var node = process.versions.node
if (parseInt(node, 10) < ${OLDEST_NODE}) {
  process.stderr.write('${command}: this is Node ' + node + '; install Node ${OLDEST_NODE} or newer\\n')
  process.exitCode = 2
} else {
  import('./main.mjs')
}
`
}
