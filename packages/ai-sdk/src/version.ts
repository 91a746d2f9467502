import { warnUntested } from '@skill-state/agent/embedded'
import manifest from 'ai/package.json' with { type: 'json' }

/** Versions of `ai` that the tests run with, both included. */
export const TESTED: readonly [lowest: string, newest: string] = ['7.0.0', '7.0.173']

/** Warns once, in one line, if the installed version of `ai` is not a tested one. */
export function checkVersion(version: string = manifest.version, warn?: (line: string) => void): void {
  warnUntested({ adapter: '@skill-state/ai-sdk', framework: 'ai', version, tested: TESTED }, warn)
}
