import { check, type Tab } from './_tab.ts'

/** Text whose contrast with what is behind it is under 4.5:1, and whether the page scrolls sideways. */
const COLLECT = `(() => {
  const channel = (value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const luminance = (css) => {
    canvas.fillStyle = css
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => channel(value / 255))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!backgroundColor.endsWith(', 0)') && backgroundColor !== 'transparent') return backgroundColor
    }
    return 'white'
  }
  const contrast = (element) => {
    const style = getComputedStyle(element)
    const ink = element instanceof SVGElement && style.fill !== 'none' ? style.fill : style.color
    const [low, high] = [luminance(ink), luminance(ground(element))].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  const nameless = [...document.querySelectorAll('button, a, input, select')].filter((element) =>
    element.getClientRects().length > 0 && !element.textContent.trim() && !element.getAttribute('aria-label') && !element.closest('label'))
  return {
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    faint: [...document.querySelectorAll('body *')]
      .filter((element) => own(element) && element.checkVisibility() && !element.closest('.disabled, :disabled, .unseen'))
      .filter((element) => contrast(element) < 4.5)
      .map((element) => element.textContent.trim().slice(0, 40)),
    nameless: nameless.map((element) => element.outerHTML.slice(0, 80)),
    titled: document.title !== '' && document.documentElement.lang !== '',
  }
})()`

const FINDINGS = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')))`

/** What every view must be: readable, named, no wider than the screen, and without a finding of axe-core, whose source is given. */
export async function checkView(tab: Tab, name: string, axe: string): Promise<void> {
  await tab.page.evaluate(`${axe}; 0`)
  const findings = await tab.page.evaluate<readonly string[]>(FINDINGS)
  check(findings.length === 0, `${name}: axe-core finds nothing (${findings.join('; ')})`)
  const facts = await tab.page.evaluate<{
    sideways: number
    faint: readonly string[]
    nameless: readonly string[]
    titled: boolean
  }>(COLLECT)
  check(facts.sideways <= 0, `${name} is no wider than the screen (${facts.sideways} px)`)
  check(facts.faint.length === 0, `${name}: all text is readable (${facts.faint.slice(0, 5).join(' | ')})`)
  check(facts.nameless.length === 0, `${name}: all controls have names (${facts.nameless.join(' ')})`)
  check(facts.titled, `${name} has a title and a language`)
}
