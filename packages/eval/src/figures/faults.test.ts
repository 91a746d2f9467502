import type { InjectedFault } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import type { CallLine, StepLine } from '../trace/trace.ts'
import { countFaults } from './faults.ts'

const intended = { state_patch: { a: 1 }, action: 'go' }
const fault = (kind: string, differs?: boolean): InjectedFault => {
  return { class: kind, kind, intended, ...(differs !== undefined && { differs }) }
}

function call(step: number, injected?: InjectedFault): CallLine {
  return {
    kind: 'call',
    step,
    promptHash: '',
    promptChars: 1,
    reply: '',
    finishReason: 'stop',
    model: 'm',
    usage: {},
    durationMs: 0,
    ...(injected && { fault: injected }),
  }
}

function step(index: number, rejections: number, more: Partial<StepLine> = {}): StepLine {
  return {
    kind: 'step',
    index,
    rejections: Array.from({ length: rejections }, () => ({ mistake: 'schema', issues: [] })),
    fallback: false,
    patch: { a: 1 },
    action: 'go',
    result: { text: '', done: false },
    durationMs: 0,
    ...more,
  }
}

const none = { injected: 0, caught: 0, healed: 0, harmless: 0, slipped: 0 }

it('counts a rejected fault as caught, and as healed if the step ends with a decision', () => {
  const calls = [call(0, fault('x')), call(0), call(1, fault('x')), call(1, fault('y', true))]
  const steps = [step(0, 1), step(1, 2, { fallback: true })]
  expect(countFaults({ calls, steps })).toEqual({
    soundRejections: 0,
    faults: {
      x: { ...none, injected: 2, caught: 2, healed: 1 },
      y: { ...none, injected: 1, caught: 1 },
    },
  })
})

it('tells what slipped through from what did no harm', () => {
  const calls = [
    call(0, fault('same')),
    call(1, fault('tolerated', false)),
    call(2, fault('patch', true)),
    call(3, fault('action', false)),
  ]
  const steps = [
    step(0, 0),
    step(1, 0, { patch: { a: 1, b: 1 } }),
    step(2, 0, { patch: { a: 2 } }),
    step(3, 0, { action: 'stop' }),
  ]
  const { faults } = countFaults({ calls, steps })
  expect(faults).toEqual({
    same: { ...none, injected: 1, harmless: 1 },
    tolerated: { ...none, injected: 1, harmless: 1 },
    patch: { ...none, injected: 1, slipped: 1 },
    action: { ...none, injected: 1, slipped: 1 },
  })
})

it('counts rejections of replies that nothing was done to', () => {
  const calls = [call(0), call(0, fault('x')), call(0)]
  expect(countFaults({ calls, steps: [step(0, 2)] }).soundRejections).toBe(1)
})

it('leaves open what became of a fault in a step that was cut off or has further calls', () => {
  const calls = [call(0, fault('x')), call(0), call(1, fault('x'))]
  expect(countFaults({ calls, steps: [step(0, 0)] }).faults).toEqual({ x: { ...none, injected: 2 } })
})
