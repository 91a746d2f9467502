import { describe, test } from 'vitest'
import { attack } from '../test/attacks/attack.ts'
import { testHarness } from '../test/attacks/harness.ts'
import { attacksOnFiles } from '../test/attacks/on-files.ts'
import { attacksOnKernel } from '../test/attacks/on-kernel.ts'
import { attacksOnNetwork } from '../test/attacks/on-network.ts'
import { attacksOnProcesses } from '../test/attacks/on-processes.ts'
import { attacksOnResources } from '../test/attacks/on-resources.ts'
import { attacksOnShell } from '../test/attacks/on-shell.ts'
import { testSandbox } from '../test/sandbox-suite.ts'
import { needsSandbox } from './vitest.ts'

const groups = {
  files: attacksOnFiles,
  kernel: attacksOnKernel,
  network: attacksOnNetwork,
  processes: attacksOnProcesses,
  resources: attacksOnResources,
  shell: attacksOnShell,
}

await needsSandbox((sandbox) => {
  for (const [group, attacks] of Object.entries(groups)) {
    describe(group, () => {
      for (const one of attacks) test(one.name, () => attack(sandbox, one))
    })
  }
  describe('harness', () => testHarness(sandbox))
  describe('contract', () => testSandbox(sandbox))
}, 'bwrap')
