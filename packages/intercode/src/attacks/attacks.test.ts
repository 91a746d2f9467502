import { describe, expect, test } from 'vitest'
import { testSandbox } from '../sandbox/_test-sandbox.ts'
import { findSandbox } from '../sandbox/find-sandbox.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
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

const found = await findSandbox('bwrap').catch((error: unknown) => error)
if (found instanceof Error) leaveOut(found)
else runAll(found as Sandbox)

function runAll(sandbox: Sandbox): void {
  for (const [group, attacks] of Object.entries(groups)) {
    describe(group, () => {
      for (const one of attacks) test(one.name, () => attack(sandbox, one))
    })
  }
  describe('harness', () => testHarness(sandbox))
  describe('contract', () => testSandbox(sandbox))
}

function leaveOut({ message }: Error): void {
  test(`left out: the attacks on the sandbox and its contract, because ${message}`, () => {
    console.warn(`left out: the attacks on the sandbox and its contract (${message})`)
    expect(process.env.CI ?? '', 'in CI they must run').toBe('')
  })
}
