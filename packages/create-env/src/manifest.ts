import { needed, type Versions } from './versions.ts'

/** The text of the new package's `package.json`. Which licence it has, its author says. */
export function manifestText(name: string, versions: Versions): string {
  const ranges = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((each) => [each, `^${versions[each]}`]))
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    description: `An environment for SKILL.state: ${name}`,
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=22' },
    files: ['dist', 'suite.yaml'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    scripts: {
      build: 'tsc -p tsconfig.build.json',
      prepare: 'tsc -p tsconfig.build.json',
      typecheck: 'tsc',
      test: 'vitest run',
      bench: 'tsc -p tsconfig.build.json && skill-state-bench run --env .',
    },
    dependencies: ranges(needed.dependencies),
    peerDependencies: ranges(needed.peerDependencies),
    devDependencies: ranges(needed.devDependencies),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
