import { describe, test } from 'vitest'
import { needsSandbox } from '../_needs.ts'
import { testSandbox } from '../sandbox/_test-sandbox.ts'
import { attack } from './_attack.ts'
import { testHarness } from './_harness.ts'
import { attacksOnFiles } from './_on-files.ts'
import { attacksOnKernel } from './_on-kernel.ts'
import { attacksOnNetwork } from './_on-network.ts'
import { attacksOnProcesses } from './_on-processes.ts'
import { attacksOnResources } from './_on-resources.ts'

const groups = {
  files: attacksOnFiles,
  kernel: attacksOnKernel,
  network: attacksOnNetwork,
  processes: attacksOnProcesses,
  resources: attacksOnResources,
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
