import { expect, test, vi } from 'vitest'
import { parseHTML } from '../../../test/dom.js'
import { drawLines } from './draw-lines.ts'
import { pensOf } from './palette.ts'

test('draws each line and its dots in the ink of its runtime', () => {
  vi.stubGlobal('window', parseHTML('<!doctype html><html><body></body></html>'))
  const names = ['skill-state', 'of a package']
  const pen = pensOf(names)
  const points = [10, 25, 50].map((x) => ({ x, y: x / 50 }))
  const lines = names.map((name) => ({ name, pen: pen(name), points }))
  const size = { width: 400, height: 200, x: { label: 'T' }, y: { label: 'score' } }
  const drawn = drawLines({ lines, description: 'scores', ...size, dots: true })
  for (const { color } of lines.map((each) => each.pen)) {
    const [line, dots] = drawn.querySelectorAll(`g[color="${color}"]`)
    expect(line?.querySelector('path')?.getAttribute('d')?.split('L')).toHaveLength(3)
    expect(line?.getAttribute('stroke')).toBe('currentColor')
    expect(dots?.querySelectorAll('circle')).toHaveLength(3)
  }
  vi.unstubAllGlobals()
})
