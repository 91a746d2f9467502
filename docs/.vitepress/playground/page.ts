import { examples } from './examples.ts'
import { fromHash, toHash } from './link.ts'
import { ownModel } from './own-model.ts'
import { type Decide, play, type Setup, type Shown, type Step, scriptedModel } from './play.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** An element with attributes and children. Text is never read as HTML. */
function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

function labelled(text: string, field: Field, hint = ''): HTMLElement {
  field.id = `play-${text.toLowerCase().replaceAll(/\W+/g, '-')}`
  const label = h('label', { for: field.id }, text)
  if (hint === '') return h('div', { class: 'play-field' }, label, field)
  const about = h('small', { id: `${field.id}-hint` }, hint)
  field.setAttribute('aria-describedby', about.id)
  return h('div', { class: 'play-field' }, label, about, field)
}

const area = (rows: number): HTMLTextAreaElement => h('textarea', { rows: `${rows}`, spellcheck: 'false' })

/** Fills the element with the playground. Everything runs in the page. */
export async function mount(root: HTMLElement): Promise<void> {
  const fields = {
    instructions: area(2),
    state: area(9),
    tools: area(9),
    messages: area(3),
    replies: area(7),
  }
  const example = h('select', {}, ...Object.keys(examples).map((name) => h('option', {}, name)))
  const who = h(
    'select',
    {},
    h('option', { value: 'script' }, 'the script below'),
    h('option', { value: 'own' }, 'a model, with a key of mine'),
  )
  const address = h('input', { value: 'https://api.openai.com/v1', autocomplete: 'off' })
  const name = h('input', { value: 'gpt-5-mini', autocomplete: 'off' })
  const key = h('input', { type: 'password', autocomplete: 'off' })
  const own = h(
    'fieldset',
    { hidden: '' },
    h('legend', {}, 'Your model'),
    labelled(
      'Address',
      address,
      'Chat Completions of OpenAI, or a server of yours that allows this page. No link has it.',
    ),
    labelled('Model name', name),
    labelled('Key', key, 'Kept in this page until you close it, and sent to that address alone.'),
  )
  const run = h('button', { type: 'submit', class: 'play-run' }, 'Run')
  const share = h('button', { type: 'button' }, 'Share by link')
  const status = h('p', { role: 'status', class: 'play-status' })
  const plot = h('div', {})
  const log = h('ol', { class: 'play-log' })
  const ask = h('div', { class: 'play-ask' })

  const fill = (setup: Setup): void => {
    for (const [field, value] of Object.entries(setup)) fields[field as keyof Setup].value = value
  }
  const setup = (): Setup => {
    const { instructions, state, tools, messages, replies } = fields
    return {
      instructions: instructions.value,
      state: state.value,
      tools: tools.value,
      messages: messages.value,
      replies: replies.value,
    }
  }
  const [first] = Object.values(examples)
  const linked = await fromHash(location.hash)
  if (linked ?? first) fill((linked ?? first) as Setup)
  if (location.hash.startsWith('#p=') && linked === undefined)
    status.textContent = 'This link cannot be read: it is cut off or damaged.'

  const script = labelled(
    'Replies of the script',
    fields.replies,
    'In order, with a line --- between. A rejected reply is followed by the next one.',
  )
  const form = h(
    'form',
    {},
    labelled('Example', example),
    labelled('Instructions', fields.instructions),
    labelled('State', fields.state, 'JSON Schema. Each field has a default.'),
    labelled(
      'Tools',
      fields.tools,
      'JSON, without code: a result may name {fields} of the input; "approve" asks you first.',
    ),
    labelled('Messages', fields.messages, 'One a line.'),
    labelled('Who answers', who),
    own,
    script,
    h('div', { class: 'play-buttons' }, run, share),
  )
  root.replaceChildren(form, status, ask, plot, log)

  example.addEventListener('change', () => {
    const chosen = examples[example.value]
    if (chosen !== undefined) fill(chosen)
  })
  who.addEventListener('change', () => {
    own.hidden = who.value === 'script'
    script.hidden = who.value !== 'script'
  })
  share.addEventListener('click', async () => {
    history.replaceState(history.state, '', `#${await toHash(setup())}`)
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    )
    status.textContent = copied
      ? 'The link is copied. It has all but your key.'
      : 'The link is in the address bar. It has all but your key.'
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    run.disabled = true
    log.replaceChildren()
    plot.replaceChildren()
    const steps: Step[] = []
    status.textContent = 'Running …'
    try {
      const model =
        who.value === 'script' ? scriptedModel(setup()) : ownModel(address.value, name.value, key.value)
      for await (const shown of play(setup(), model, person(ask))) {
        if (shown.kind === 'step') steps.push(shown.step)
        log.append(entryOf(shown, steps.length))
        update(log, steps)
      }
      const rejected = steps.filter((step) => step.rejected.length > 0).length
      status.textContent = `${steps.length} calls of the model, ${rejected} rejected.`
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error)
    }
    update(log, steps)
    if (steps.length > 1) plot.replaceChildren(plotOf(steps))
    run.disabled = false
  })
}

/** Asks with two buttons and a reason. */
function person(place: HTMLElement): Decide {
  return async ({ tool, input, reason }) => {
    const why = h('input', { value: 'not now', autocomplete: 'off' })
    const yes = h('button', { type: 'button' }, 'Approve')
    const no = h('button', { type: 'button' }, 'Deny')
    const question = h('p', {}, `${tool} ${JSON.stringify(input)} waits for you: ${reason ?? ''}`)
    place.replaceChildren(question, yes, no, labelled('Reason for a no', why))
    yes.focus()
    const answer = await new Promise<string>((resolve) => {
      yes.addEventListener('click', () => resolve('yes'))
      no.addEventListener('click', () => resolve(why.value || 'no'))
    })
    place.replaceChildren()
    return answer
  }
}

function entryOf(shown: Shown, number: number): HTMLElement {
  if (shown.kind === 'said')
    return h('li', { class: 'play-said' }, h('strong', {}, `${shown.by}: `), shown.text)
  const { step } = shown
  const size = `${step.prompt.length.toLocaleString('en')} characters; a transcript ${step.transcriptChars.toLocaleString('en')}`
  const details = h('details', {}, h('summary', {}, `Step ${number}: ${size}`))
  details.append(part('Prompt', step.prompt), h('div', { 'data-step': `${number - 1}` }))
  return h('li', {}, details)
}

const part = (title: string, text: string): HTMLElement =>
  h('div', {}, h('p', { class: 'play-title' }, title), h('pre', { tabindex: '0', 'aria-label': title }, text))

/** Fills in what is known of a step once its reply is there. */
function update(log: HTMLElement, steps: readonly Step[]): void {
  for (const [index, { reply, before, after, rejected }] of steps.entries()) {
    const place = log.querySelector(`[data-step="${index}"]`)
    const state = (value: unknown): string => JSON.stringify(value, null, 2)
    place?.replaceChildren(
      part('Reply', reply),
      ...(rejected.length > 0 ? [part('Rejected, because', rejected.join('\n'))] : []),
      part('State before', state(before)),
      part('State after', state(after)),
    )
    const summary = place?.parentElement?.querySelector('summary')
    if (rejected.length > 0 && summary && !summary.textContent.endsWith('rejected'))
      summary.append(' · rejected')
  }
}

/** Prompt sizes beside those of a transcript. */
function plotOf(steps: readonly Step[]): HTMLElement {
  const [width, height, left, bottom] = [640, 240, 64, 28]
  const most = Math.max(...steps.map((step) => Math.max(step.prompt.length, step.transcriptChars)))
  const x = (index: number): number => left + (index / (steps.length - 1)) * (width - left - 16)
  const y = (chars: number): number => height - bottom - (chars / most) * (height - bottom - 16)
  const line = (of: (step: Step) => number): string =>
    steps.map((step, index) => `${x(index)},${y(of(step))}`).join(' ')
  const last = steps.at(-1) as Step
  const words = `After ${steps.length} calls the prompt has ${last.prompt.length.toLocaleString('en')} characters, a transcript ${last.transcriptChars.toLocaleString('en')}.`
  const figure = h('figure', { class: 'play-plot' })
  figure.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">
    <line x1="${left}" y1="${y(0)}" x2="${width - 16}" y2="${y(0)}" stroke="currentColor"/>
    <text x="${left - 8}" y="${y(0)}" text-anchor="end">0</text>
    <text x="${left - 8}" y="${y(most) + 4}" text-anchor="end">${most.toLocaleString('en')}</text>
    <text x="${width - 16}" y="${height - 8}" text-anchor="end">step ${steps.length}</text>
    <polyline points="${line((step) => step.transcriptChars)}" class="play-transcript"/>
    <polyline points="${line((step) => step.prompt.length)}" class="play-state"/></svg>`
  figure.append(
    h(
      'figcaption',
      {},
      h('span', { class: 'play-key-state' }, 'skill-state'),
      ' and ',
      h('span', { class: 'play-key-transcript' }, 'a transcript'),
      ` of the same instructions, messages, replies and results. ${words}`,
    ),
  )
  return figure
}
