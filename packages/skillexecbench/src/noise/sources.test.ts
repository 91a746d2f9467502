import { describe, expect, test } from 'vitest'
import { warehousePlayer } from '../warehouse/player/player.ts'
import { notices } from '../warehouse/world/recovery.ts'
import { randomStream } from './random.ts'
import { repositoryNoise } from './repository.ts'
import type { NoiseSource } from './source.ts'
import { TELEMETRY_HEADER } from './telemetry.ts'
import { warehouseNoise } from './warehouse.ts'

function draw(source: NoiseSource, count = 3_000): string[] {
  const random = randomStream(42, 'test')
  return Array.from({ length: count }, () => source(random))
}

/** How often each line begins like this, as shares. */
function shares(lines: readonly string[], begin: RegExp): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines) {
    const kind = begin.exec(line)?.[0] ?? line
    counts[kind] = (counts[kind] ?? 0) + 1 / lines.length
  }
  return counts
}

test('the warehouse hears robots, sensors and cameras equally often, as in C.2', () => {
  const lines = draw(warehouseNoise.irrelevant)
  const forms = [
    /^Battery: \d+%, Temperature: \d+C, CPU Load: \d+%, Speed: \d\.\d m\/s, Nav Confidence: \d+\.\d%$/,
    /^\[Sensor\] Humidity: \d+%, Temp: \d+\.\dC, Light: \d+ lux, CO2: \d+ ppm$/,
    /^\[Camera OCR\] (Forklift parked|Worker entered Zone [A-F]|Safety Vest Detected)\.$/,
  ]
  for (const form of forms) {
    expect(lines.filter((line) => form.test(line)).length / lines.length).toBeCloseTo(1 / 3, 1)
  }
  expect(lines.every((line) => forms.some((form) => form.test(line)))).toBe(true)
  const cameras = shares(
    lines.filter((line) => line.startsWith('[Camera')),
    /^\[Camera OCR\] \w+/,
  )
  for (const share of Object.values(cameras)) expect(share).toBeCloseTo(1 / 3, 1)
})

test('the repository hears the system log of other servers, as in C.3', () => {
  for (const line of draw(repositoryNoise.irrelevant)) {
    expect(line).toMatch(/^\[Syslog\] Server-[1-9]\d? CPU load: \d+%, RAM usage: \d+%$/)
  }
})

test('values are uniform from end to end', () => {
  const loads = draw(repositoryNoise.irrelevant, 20_000).map((line) => Number(/load: (\d+)%/.exec(line)?.[1]))
  expect([Math.min(...loads), Math.max(...loads)]).toEqual([0, 100])
  for (let decile = 0; decile < 10; decile += 1) {
    const share = loads.filter((load) => Math.floor(load / 10.1) === decile).length / loads.length
    expect(share).toBeGreaterThan(0.085)
    expect(share).toBeLessThan(0.115)
  }
})

const tables = { warehouse: warehouseNoise, repository: repositoryNoise }

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(Object.entries(table))('%s: whole lines that imitate no prompt and no heading', (_, source) => {
    for (const line of draw(source)) {
      expect(line).toMatch(/^[\x20-\x7e]+$/)
      expect(line).not.toContain(TELEMETRY_HEADER)
      expect(line).not.toMatch(/^(Observation|Latest Observation|History|Action|Success|Error|Notice)\b.*:/)
    }
  })

  test('chatter names whose it is', () => {
    for (const line of draw(table.chatter)) expect(line).toMatch(/^\[(Warehouse \d|[a-z-]+)\] \S/)
  })

  test('overrides are many', () => {
    expect(new Set(draw(table.overrides)).size).toBeGreaterThan(100)
  })
})

test('chatter has every form that the warehouse itself uses', () => {
  const forms = Object.keys(shares(draw(warehouseNoise.chatter), /(?<=\] )(Success: )?\w+/)).sort()
  expect(forms).toEqual([
    'Customer',
    'Maintenance',
    'Notice',
    'Shipment',
    'Success: Moved',
    'Success: Shipped',
    'Success: Stored',
  ])
})

test('no line reads as an event or a notice, even if the header is cut off', () => {
  const player = warehousePlayer(500)
  for (const source of Object.values(warehouseNoise)) {
    for (const line of draw(source)) {
      expect(notices.read(line)).toBeUndefined()
      const decision = player.decide({
        instructions: '',
        history: [],
        observation: `Success: Waited.\n${line}`,
      })
      expect(decision).toMatchObject({ action: 'Wait', patch: {} })
    }
  }
})
