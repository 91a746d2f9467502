import type {
  Benchmark,
  Decision,
  JsonObject,
  Player,
  PromptView,
  SummaryView,
  Turn,
} from '@skill-state/protocol'
import { isJsonObject } from '@skill-state/protocol'

/** A program of another kind than the shipped readers; undefined if it does not fit the benchmark. */
type Program = (benchmark: Benchmark) => Player | undefined

const patched = (state: JsonObject, patch: JsonObject): JsonObject => {
  const next: Record<string, JsonObject[string]> = { ...state }
  for (const [key, value] of Object.entries(patch)) {
    const before = next[key]
    if (value === null) delete next[key]
    else next[key] = isJsonObject(value) ? patched(isJsonObject(before) ? before : {}, value) : value
  }
  return next
}
const shipped = ({ player }: Benchmark): Player =>
  player ?? { decide: () => ({ reasoning: '', action: 'Wait' }) }
const silent = ({ history, ...view }: PromptView): PromptView => ({ ...view, history })

/** The shipped player behind another view of the prompt. */
const seeing =
  (
    change: (view: PromptView) => PromptView,
    turns: (shown: readonly Turn[]) => readonly Turn[] = (same) => same,
  ): Program =>
  (benchmark) => {
    const player = shipped(benchmark)
    return {
      decide: (view) => player.decide(change(view)),
      summarise: (view) => player.summarise?.({ ...view, turns: turns(view.turns) }) ?? '',
    }
  }

/** Reads a state out of the newest reply that has one, replays the turns after it by deciding on each, and writes it down. */
const noting =
  (
    write: (state: JsonObject, patch: JsonObject, at: number) => string,
    read: (text: string) => JsonObject | undefined,
    say: (decision: Decision) => string = ({ reasoning }) => reasoning,
  ): Program =>
  (benchmark) => {
    const player = shipped(benchmark)
    const start = benchmark.skill.initialState as JsonObject
    const replay = (state: JsonObject, turns: readonly Turn[]): JsonObject =>
      turns.reduce(
        (known, { observation }) =>
          patched(
            known,
            player.decide({ instructions: '', state: known, history: [], observation }).patch ?? {},
          ),
        state,
      )
    const known = (summary: string, turns: readonly Turn[]): JsonObject => {
      const at = turns.findLastIndex(({ response }) => read(response) !== undefined)
      return replay(patched(start, read(turns[at]?.response ?? summary) ?? {}), turns.slice(at + 1))
    }
    return {
      decide(view) {
        if (view.state !== undefined) return player.decide(view)
        const state = known(view.summary ?? '', view.history)
        const decision = player.decide({ ...view, summary: undefined, state, history: [] })
        const patch = decision.patch ?? {}
        const note = write(patched(state, patch), patch, view.history.length)
        return { ...decision, reasoning: [say(decision), note].filter(Boolean).join('\n') }
      },
      summarise: ({ summary, turns, maxChars = Infinity }: SummaryView) => {
        const text = write(known(summary, turns), known(summary, turns), 0)
        return text.length <= maxChars ? text : ''
      },
    }
  }

const parsedAfter =
  (label: string) =>
  (text: string): JsonObject | undefined => {
    const line = text.split('\n').findLast((each) => each.startsWith(label))
    try {
      return line === undefined ? undefined : (JSON.parse(line.slice(label.length)) as JsonObject)
    } catch {
      return undefined
    }
  }
const asJson = (label: string) => (state: JsonObject) => `${label}${JSON.stringify(state)}`

/** Acts by words of the observation alone: each form of an action, filled with tokens of the right kind. */
const tokens =
  (pick: (found: readonly string[]) => string | undefined): Program =>
  ({ skill }) => ({
    decide({ observation }) {
      const forms = [...skill.instructions.matchAll(/^([A-Z]\w+)((?: <\w+>)+)$/gm)]
      const event = observation.slice(observation.lastIndexOf('\n') + 1)
      const verb = /arriv|Shipment/.test(event)
        ? 'Store'
        : /order/.test(event)
          ? 'Ship'
          : /Maint/.test(event)
            ? 'Move'
            : ''
      const [, name = '', fields = ''] = forms.find(([, each]) => each === verb) ?? forms[0] ?? []
      const words = [
        ...fields.matchAll(/<(?:\w+_)?(item|shelf|guest|tag|train|platform|account|rate)\w*>/g),
      ].map(([, kind = '']) =>
        pick([...observation.matchAll(new RegExp(`${kind}_\\w+`, 'g'))].map(([word]) => word)),
      )
      return {
        reasoning: '',
        patch: {},
        action: words.includes(undefined) ? 'Wait' : [name, ...words].join(' '),
      }
    },
  })

const only =
  (prefix: string, program: Program): Program =>
  (benchmark) =>
    benchmark.id.startsWith(prefix) ? program(benchmark) : undefined

const fixed =
  (answer: (observation: string) => string): Program =>
  () => ({
    decide: ({ observation }) => ({ reasoning: '', patch: {}, action: answer(observation) }),
  })
const match = (observation: string, pattern: RegExp): string => pattern.exec(observation)?.[1] ?? ''

/** The warehouse by another choice of shelves. */
const shelving = (home: (item: number) => number, moved: (shelf: number) => number): Program =>
  fixed((observation) => {
    const arrived = match(observation, /containing item_(\d+)\./)
    const ordered = match(observation, /ordered item_(\d+)\./)
    const kept = match(observation, /required on shelf_(\d+)\./)
    const [, moving = '', to = ''] =
      /^Success: Moved (item_\d+) from shelf_\d+ to (shelf_\d+)\./.exec(observation) ?? []
    if (arrived !== '') return `Store item_${arrived} shelf_${home(Number(arrived))}`
    if (ordered !== '')
      return `Ship item_${ordered} ${moving === `item_${ordered}` ? to : `shelf_${home(Number(ordered))}`}`
    return kept === '' ? 'Wait' : `Move item_${kept} shelf_${kept} shelf_${moved(Number(kept))}`
  })

/** Carries the branch that a result names by an action that names it again. */
const carrying =
  (again: (branch: string) => string): Program =>
  (benchmark) => {
    const floor = benchmark.floor ?? shipped(benchmark)
    return {
      decide(view) {
        const decision = floor.decide({ ...view, history: [] })
        const branch = match(
          view.observation,
          /^(?:Success|Error): .*?(?:to|from|of|Released)? ?([a-z]+_\d+)/,
        )
        return JSON.stringify(decision.action).startsWith('"CreatePR') &&
          branch !== '' &&
          !view.observation.includes('review.')
          ? { ...decision, action: again(branch) }
          : decision
      },
    }
  }

/** Says by the kind of its refusal in which seventh of the platforms the newest one is, and guesses in that seventh. */
const sevenResults = fixed((observation) => {
  const [first = ''] = observation.split('\n')
  const newest = observation.slice(observation.lastIndexOf('\n') + 1)
  const [, train = '', platform] = /(train_\d+) leaves from platform_(\d+)/.exec(newest) ?? []
  const said = [
    'Posted',
    'not the platform',
    'Waited',
    'not an action',
    'not leaving',
    'nobody',
    'no platform',
  ]
  const seventh =
    platform === undefined
      ? said.findIndex((each) => first.includes(each))
      : Math.floor(Number(platform) / 15)
  if (newest.startsWith('A passenger'))
    return `Direct ${match(newest, /(train_\d+)/)} platform_${Math.max(1, seventh * 15)}`
  const about = train || match(newest, /(train_\d+)/)
  const ways = [
    `Post ${about} platform_${platform ?? 1}`,
    `Post ${about} platform_${platform === '1' ? 2 : 1}`,
    'Wait',
    'Hm',
    `Clear ${about}`,
    `Direct ${about} platform_1`,
    'Post train_999 platform_1',
  ]
  return ways[seventh] ?? 'Wait'
})

/** Says by a right or a wrong action in which half of the colours, or of the alphabet, the newest fact is. */
const rightOrWrong = fixed((observation) => {
  const [, asked] = /asks for the (\w+) of/.exec(observation) ?? []
  const isEarly = observation.startsWith('Success')
  if (asked !== undefined)
    return `Answer ${asked === 'colour' ? (isEarly ? 'red' : 'brown') : isEarly ? 'Ulm' : 'Hof'}`
  return /colour (red|blue|green|white|black)/.test(observation) ? 'Note' : 'Hm'
})

const TOWNS = 'Ulm Bonn Kiel Jena Gera Hof Lahr Melle Soest Varel'.split(' ')
const COLOURS = 'red blue green white black brown grey pink gold teal'.split(' ')

/** Keeps one detail of each parcel in the place of its colour: the one at this place of what is told. */
const filing =
  (at: number): Program =>
  (benchmark) => ({
    ...shipped(benchmark),
    decide(view) {
      const decision = shipped(benchmark).decide(view)
      const [, parcel = '', told = ''] = /(parcel_\d+) arrives: (.*)\.$/.exec(view.observation) ?? []
      const [, town = ''] = told.split(', ').at(at)?.split(' ') ?? []
      const code = COLOURS[TOWNS.indexOf(town)]
      const [, asked, of = ''] = /asks for the (\w+) of (\w+)\.$/.exec(view.observation) ?? []
      const kept = isJsonObject(view.state?.colours) ? view.state.colours[of] : undefined
      const word = TOWNS[COLOURS.indexOf(typeof kept === 'string' ? kept : '')]
      if (asked !== undefined && asked !== 'colour' && word !== undefined)
        return { ...decision, action: `Answer ${word}` }
      return code === undefined ? decision : { ...decision, patch: { colours: { [parcel]: code } } }
    },
  })

/** Of several readings of a label it keeps another one than the newest. */
const sticking =
  (keeps: (before: string, read: string) => boolean): Program =>
  (benchmark) => ({
    ...shipped(benchmark),
    decide(view) {
      const decision = shipped(benchmark).decide(view)
      const [, parcel = '', read = ''] = /(parcel_\d+): colour (\w+)\.$/.exec(view.observation) ?? []
      const before = isJsonObject(view.state?.colours) ? view.state.colours[parcel] : undefined
      const isKept = typeof before === 'string' && before !== 'unknown' && keeps(before, read)
      return isKept ? { ...decision, patch: {} } : decision
    },
  })

/** Programs of many kinds: readers for policies that carry something, floors for the newest observation alone. */
export const readers: Readonly<Record<string, Program>> = {
  'newest turn': seeing(
    (view) => ({ ...view, history: view.history.slice(-1) }),
    (turns) => turns.slice(-1),
  ),
  'three turns': seeing((view) => ({ ...view, history: view.history.slice(-3) })),
  'oldest turns': seeing((view) => ({ ...view, history: view.history.slice(0, 3) })),
  'no summary': seeing((view) => ({ ...view, summary: undefined })),
  'summary alone': seeing((view) => ({ ...view, history: [] })),
  'turns before the state': seeing((view) =>
    view.history.length > 0 ? { ...view, state: undefined } : view,
  ),
  'state alone': seeing((view) => ({ ...view, history: view.state === undefined ? view.history : [] })),
  'whole view': seeing(silent),
  'observations only': seeing((view) => ({
    ...view,
    history: view.history.map((turn) => ({ ...turn, response: '' })),
  })),
  'replay by deciding': noting(
    () => '',
    () => undefined,
  ),
  'JSON in each reply': noting(asJson('State so far: '), parsedAfter('State so far: ')),
  'JSON and nothing else': noting(asJson('S'), parsedAfter('S'), () => ''),
  'JSON every third step': noting(
    (state, _, at) => (at % 3 === 0 ? asJson('S')(state) : ''),
    parsedAfter('S'),
    () => '',
  ),
  'JSON if something changed': noting(
    (state, patch) => (Object.keys(patch).length === 0 ? '' : asJson('S')(state)),
    parsedAfter('S'),
  ),
  'JSON twice': noting((state) => `${asJson('S')(state)}\n${asJson('S')(state)}`, parsedAfter('S')),
  'pretty JSON': noting(
    (state) => `S${JSON.stringify(state).replaceAll(',', ', ').replaceAll(':', ': ')}`,
    parsedAfter('S'),
  ),
  'packed pairs': noting(
    (state) =>
      `P${Object.entries(state)
        .map(([field, map]) =>
          isJsonObject(map) && Object.values(map).every((each) => typeof each === 'string')
            ? `${field}:${Object.entries(map)
                .map(([name, fact]) => `${name}@${fact as string}`)
                .join(',')}`
            : `${field}~${JSON.stringify(map)}`,
        )
        .join(';')}`,
    (text) => {
      const line = text.split('\n').findLast((each) => /^P\w+[:~]/.test(each))
      if (line === undefined) return undefined
      return Object.fromEntries(
        line
          .slice(1)
          .split(/;(?=\w+[:~])/)
          .map((part) => {
            const [, field = '', sign, rest = ''] = /^(\w+)([:~])(.*)$/.exec(part) ?? []
            if (sign === '~') return [field, JSON.parse(rest === '' ? 'null' : rest)]
            return [
              field,
              Object.fromEntries(
                rest
                  .split(',')
                  .filter(Boolean)
                  .map((pair) => pair.split('@')),
              ),
            ]
          }),
      ) as JsonObject
    },
    () => '',
  ),
  'guesses with a memory': ({ adversary }) => adversary,
  'first detail as a colour': only('lookback', filing(1)),
  'newest detail as a colour': only('lookback', filing(-1)),
  'first reading stays': only(
    'lookback',
    sticking(() => true),
  ),
  'every other reading stays': only(
    'lookback',
    sticking((before, read) => (before.length + read.length) % 2 === 0),
  ),
  'never deletes': (benchmark) => ({
    ...shipped(benchmark),
    decide(view) {
      const decision = shipped(benchmark).decide(view)
      const patch = Object.fromEntries(
        Object.entries(decision.patch ?? {}).map(([key, map]) => [
          key,
          isJsonObject(map)
            ? Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null))
            : map,
        ]),
      )
      return { ...decision, patch }
    },
  }),
}

/** Programs that see the newest observation alone. */
export const floors: Readonly<Record<string, Program>> = {
  'the player': (benchmark) => shipped(benchmark),
  'the guessing player': ({ adversary }) => adversary,
  'first words': tokens((found) => found[0]),
  'last words': tokens((found) => found.at(-1)),
  'second words': tokens((found) => found[1] ?? found[0]),
  'shelf by number': only(
    'warehouse@1',
    shelving(
      (item) => item % 500,
      (shelf) => (shelf + 250) % 500,
    ),
  ),
  'shelf by number, next for maintenance': only(
    'warehouse@1',
    shelving(
      (item) => item % 500,
      (shelf) => (shelf + 1) % 500,
    ),
  ),
  'shelf by number, far for maintenance': only(
    'warehouse@1',
    shelving(
      (item) => item % 500,
      (shelf) => 499 - shelf,
    ),
  ),
  'shelf from the top': only(
    'warehouse@1',
    shelving(
      (item) => 499 - (item % 500),
      (shelf) => 499 - shelf,
    ),
  ),
  'spread shelves': only(
    'warehouse@1',
    shelving(
      (item) => (item * 7) % 500,
      (shelf) => (shelf + 250) % 500,
    ),
  ),
  'no maintenance': only(
    'warehouse@1',
    shelving(
      (item) => item % 500,
      (shelf) => shelf,
    ),
  ),
  'asks for tests again': only(
    'repository',
    carrying((branch) => `RunTests(${branch})`),
  ),
  'commits again': only(
    'repository',
    carrying((branch) => `Commit(${branch}, auth.ts)`),
  ),
  'fixes again': only(
    'repository',
    carrying((branch) => `FixCI(${branch})`),
  ),
  'tells by the kind of refusal': only('retraction', sevenResults),
  'tells by right or wrong': only('lookback', rightOrWrong),
  'always the named branch': only(
    'repository',
    fixed((observation) => {
      const branch = match(observation, /([a-z]+_\d+)(?!.*[a-z]+_\d+)/)
      const file = match(observation, /(\w+\.ts)/)
      if (observation.includes('assigned')) return `Commit(${branch}, ${file})`
      return branch === '' ? 'Wait' : `CreatePR(${branch})`
    }),
  ),
  'platform 7': only(
    'retraction',
    fixed((observation) => `Direct ${match(observation, /(train_\d+)(?!.*train_\d+)/)} platform_7`),
  ),
  'platform named': only(
    'retraction',
    fixed(
      (observation) =>
        `Direct ${match(observation, /(train_\d+)(?!.*train_\d+)/)} ${match(observation, /(platform_\d+)/) || 'platform_3'}`,
    ),
  ),
  'a tag of its own': only(
    'delayed',
    fixed((observation) => `Return ${match(observation, /(guest_\d+)/)} 5000`),
  ),
  'a rate of its own': only(
    'state-recall',
    fixed((observation) => `Answer ${match(observation, /(account_\w+)\.$/)} 5000`),
  ),
  'carries by a refused action': only(
    'warehouse@2',
    fixed((observation) => {
      const [, item, shelf] = /containing (item_\w+); the dock assigns (shelf_\w+)\.$/.exec(observation) ?? []
      if (item !== undefined) return `Store ${item} ${shelf}`
      const known = /(item_\w+) (?:on|from) (shelf_\w+)/.exec(observation)
      const ordered = match(observation, /ordered (item_\w+)\.$/)
      return `Ship ${ordered || known?.[1] || 'item_aaaa'} ${known?.[2] ?? 'shelf_aaaa'}`
    }),
  ),
}
