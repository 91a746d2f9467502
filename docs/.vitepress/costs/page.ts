import { breakEven, type Sizes, type Sums, sumsOf } from './sums.ts'

interface Field {
  readonly name: keyof Sizes
  readonly label: string
  readonly most: number
  readonly least?: number
}

const FIELDS: readonly Field[] = [
  { name: 'head', label: 'Instructions and tools', most: 50_000 },
  { name: 'state', label: 'State', most: 20_000 },
  { name: 'change', label: 'Change of the state in a step', most: 1_000, least: 1 },
  { name: 'observation', label: 'Message or result in a step', most: 10_000 },
  { name: 'reply', label: 'Reply in a step', most: 5_000 },
  { name: 'steps', label: 'Steps', most: 400, least: 2 },
  { name: 'cached', label: 'Price of cached input, in % of other input', most: 100 },
  { name: 'minimum', label: 'Fewest tokens that are cached', most: 10_000 },
]

const PROVIDER = { steps: 200, cached: 10, minimum: 1_024 }
const EXAMPLES: Readonly<Record<string, Sizes>> = {
  'support agent, 30 tools': {
    head: 2_900,
    state: 1_300,
    change: 25,
    observation: 360,
    reply: 40,
    ...PROVIDER,
  },
  'booking agent, 30 tools': { head: 2_600, state: 50, change: 15, observation: 20, reply: 20, ...PROVIDER },
  '490 shelves': { head: 500, state: 5_000, change: 12, observation: 16, reply: 20, ...PROVIDER },
}

/** The calculator of the page on costs: sizes in, what a session costs out. */
export function mount(place: HTMLElement): void {
  const inputs = new Map(FIELDS.map((field) => [field.name, inputOf(field)]))
  const choice = h(
    'select',
    { id: 'costs-example' },
    ...Object.keys(EXAMPLES).map((name) => h('option', {}, name)),
  )
  const result = h('div', { 'aria-live': 'polite' })
  const show = (): void => result.replaceChildren(...resultOf(inputs))
  const fill = (): void => {
    const sizes = EXAMPLES[choice.value]
    for (const [name, input] of inputs) input.value = String(sizes?.[name] ?? 0)
    show()
  }
  choice.addEventListener('change', fill)
  const form = h(
    'form',
    { class: 'costs-form' },
    h('label', { for: choice.id }, 'Start from', choice),
    ...FIELDS.map(({ name, label }) => h('label', { for: `costs-${name}` }, label, inputs.get(name) ?? '')),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', show)
  place.replaceChildren(form, result)
  fill()
}

function inputOf({ name, most, least = 0 }: Field): HTMLInputElement {
  const attributes = { type: 'number', min: String(least), max: String(most), required: '' }
  return h('input', { ...attributes, id: `costs-${name}` })
}

function resultOf(inputs: ReadonlyMap<keyof Sizes, HTMLInputElement>): readonly HTMLElement[] {
  const wrong = FIELDS.find(({ name }) => !inputs.get(name)?.checkValidity())
  if (wrong) {
    const { label, least = 0, most } = wrong
    return [h('p', {}, `${label}: give a whole number from ${least} to ${most.toLocaleString('en')}.`)]
  }
  const sizes = Object.fromEntries([...inputs].map(([name, input]) => [name, Number(input.value)]))
  const sums = sumsOf(sizes as unknown as Sizes)
  return [h('p', {}, h('strong', {}, sentence(sums))), plotOf(sums), tableOf(sums)]
}

function sentence(sums: Sums): string {
  const even = breakEven(sums)
  if (even === undefined) return `The transcript stays cheaper for ${sums.auto.length} steps.`
  return even === 1
    ? 'The state never costs more than the transcript.'
    : `The state is cheaper from step ${even} on.`
}

const NAMES = { transcript: 'transcript', whole: 'whole state', auto: 'state with layouts.auto' } as const
const WAYS = ['transcript', 'whole', 'auto'] as const

function plotOf(sums: Sums): HTMLElement {
  const [width, height, left, bottom] = [640, 260, 64, 32]
  const steps = sums.auto.length
  const most = Math.max(...WAYS.map((way) => sums[way].at(-1) ?? 0))
  const x = (index: number): number => left + (index / (steps - 1)) * (width - left - 16)
  const y = (tokens: number): number => height - bottom - (tokens / most) * (height - bottom - 16)
  const line = (way: keyof Sums): string =>
    `<polyline class="costs-${way}" points="${sums[way].map((sum, index) => `${x(index)},${y(sum)}`).join(' ')}"/>`
  const even = breakEven(sums)
  const mark =
    even === undefined
      ? ''
      : `<line x1="${x(even - 1)}" y1="16" x2="${x(even - 1)}" y2="${y(0)}" class="costs-even"/>`
  const figure = h('figure', { class: 'play-plot' })
  figure.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Input by step, in tokens at the full price. ${sentence(sums)}">
    <line x1="${left}" y1="${y(0)}" x2="${width - 16}" y2="${y(0)}" stroke="currentColor"/>
    <text x="${left - 8}" y="${y(0)}" text-anchor="end">0</text>
    <text x="${left - 8}" y="${y(most) + 4}" text-anchor="end">${most.toLocaleString('en')}</text>
    <text x="${width - 16}" y="${height - 8}" text-anchor="end">step ${steps}</text>${mark}${WAYS.map(line).join('')}</svg>`
  const keys = WAYS.map((way) => h('span', { class: `costs-key costs-key-${way}` }, NAMES[way]))
  figure.append(h('figcaption', {}, ...keys))
  return figure
}

function tableOf(sums: Sums): HTMLElement {
  const steps = sums.auto.length
  const shown = [...new Set([10, 50, 100, steps])].filter((step) => step <= steps)
  const cells = (step: number) =>
    WAYS.map((way) => h('td', {}, (sums[way][step - 1] ?? 0).toLocaleString('en')))
  return h(
    'table',
    { tabindex: '0' },
    h('caption', {}, 'Input in tokens at the full price'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...['step', ...WAYS.map((way) => NAMES[way])].map((name) => h('th', { scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      {},
      ...shown.map((step) => h('tr', {}, h('th', { scope: 'row' }, String(step)), ...cells(step))),
    ),
  )
}

function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}
