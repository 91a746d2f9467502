import { ensure, ensureSame, ensureSameList } from '@skill-state/protocol/conformance'
import type { AdapterRules, AdapterSuiteOptions, SentRequest, TurnReport } from './adapter.ts'
import { runAlone } from './alone.ts'
import { deskReply, PNG } from './desk.ts'
import { type DeskOptions, startDesk } from './desk-run.ts'
import { settled } from './loop-rules.ts'
import { ensureAlike } from './prompt-rules.ts'

const COMPARE = 'Compare Rome and Oslo.'
const LOOK_AND_PAY = 'Look at Rome and Oslo and pay 30.'

const FLIGHTS = {
  type: 'object',
  properties: { flights: { type: 'integer' } },
  required: ['flights'],
  additionalProperties: false,
}

/** What of its framework and its provider an agent keeps. */
export function featureRules(options: AdapterSuiteOptions): AdapterRules {
  const lacks = (feature: NonNullable<AdapterSuiteOptions['lacks']>[number]): boolean =>
    options.lacks?.includes(feature) === true
  return {
    'makes the calls of one answer at once, and shows their results together': [
      'give the framework all calls of the answer in one message, and all results to agent.step',
      async () => {
        const alone = await runAlone([COMPARE])
        let [now, most, steps] = [0, 0, 0]
        const around: DeskOptions['around'] = async (_, call) => {
          now += 1
          most = Math.max(most, now)
          await settled()
          now -= 1
          return await call()
        }
        const run = await startDesk(options, { around, onStep: () => (steps += 1) })
        const { end, text } = await run.framework.say(COMPARE)
        ensureSame([end, text], ['replied', 'I have 2 results.'], 'the end and the reply of the turn')
        ensureSame(most, lacks('at-once') ? 1 : 2, 'the calls at once')
        ensureSame(steps, 2, 'the steps of the turn')
        await ensureAlike(run, alone)
      },
    ],
    'holds back one call of three for its approval': [
      'let the framework ask for the approval, and give all results to agent.step',
      async () => {
        for (const denial of [undefined, 'no budget']) {
          const alone = await runAlone([LOOK_AND_PAY], denial)
          const run = await startDesk(options)
          ensureSame((await run.framework.say(LOOK_AND_PAY)).end, 'approval', 'the end of the turn')
          const begun = run.world.calls.map(({ input }) => input.city)
          ensureSameList(begun, lacks('partial') ? [] : ['Rome', 'Oslo'], 'calls before the decision')
          const { end } = await run.framework.decide(denial === undefined, denial ?? '')
          ensureSame(end, 'replied', 'the end of the turn after the decision')
          const made = run.world.calls.map(({ tool }) => tool).sort()
          const expected = denial === undefined ? ['pay', 'search', 'search'] : ['search', 'search']
          ensureSameList(made, expected, 'calls')
          await ensureAlike(run, alone)
        }
      },
      'approval',
    ],
    'tells the model of calls among which it was aborted, and repeats none': [
      'hand the signal of the framework to agent.step, and the results that it holds',
      async () => {
        const abort = new AbortController()
        const around: DeskOptions['around'] = async (input, call) => {
          if (input.city !== 'Oslo') return await call()
          await settled()
          abort.abort(new Error('enough'))
          throw new Error('enough')
        }
        const run = await startDesk(options, { around })
        await run.framework.say(COMPARE, abort).catch(() => undefined)
        await settled()
        await run.ask('Hello.')
        const prompts = run.prompts().join('\n')
        for (const city of ['Rome', 'Oslo'])
          ensure(new RegExp(`- \\w+: .*${city}`).test(prompts), `a line about the call of ${city}`, prompts)
        const cities = run.world.calls.map(({ input }) => input.city)
        ensureSameList(cities, ['Rome'], 'calls that were made')
      },
    ],
    'shows the model an image in the turn of its message alone': [
      'give contentOf each part of a message, and send the parts of a prompt',
      async () => {
        const run = await startDesk(options)
        await run.ask('What is this?', { image: PNG })
        await run.framework.say('Hello.')
        const [first = '', second = ''] = run.prompts()
        ensure(/What is this\?/.test(first) && HANDLE.test(first), 'the text and the image by name', first)
        ensureSame(run.framework.sent.map(imagesOf), [[PNG], []], 'the images that reached the model')
        ensure(!HANDLE.test(second), 'a prompt without the image', second)
        for (const prompt of [first, second]) ensure(!prompt.includes(PNG), 'no bytes in the text', prompt)
      },
    ],
    'shows the model an image that a tool gives': [
      'give contentOf each part of a result, and send the parts of a prompt',
      async () => {
        const run = await startDesk(options)
        await run.ask('Draw a map.')
        ensureSame(run.framework.sent.map(imagesOf), [[], [PNG]], 'the images that reached the model')
      },
    ],
    'answers as data of a schema': [
      'pass the schema on to the model, and say isData to agent.step',
      async () => {
        const run = await startDesk(options)
        const { data } = await run.ask('As data, please.', { output: FLIGHTS })
        ensureSame(data, { flights: 2 }, 'the data of the turn')
        ensure(run.framework.sent[0]?.hasSchema === true, 'a schema of the answer', run.framework.sent[0])
        await run.ask('Hello.')
      },
    ],
    "obeys the framework's choice of tools": [
      'pass the choice on to the model; for none, leave out the tools of the framework alone',
      async () => {
        const { framework } = await startDesk(options)
        const [message, choice] = [
          'A flight to Rome, please.',
          { toolChoice: 'required', maxSteps: 1 },
        ] as const
        await framework.say(message, choice).catch(() => {})
        ensureSame(framework.sent[0]?.toolChoice, 'required', 'the choice that reached the model')
        const other = await startDesk(options)
        await other.ask('Hello.', { toolChoice: 'none' })
        ensureSame(other.framework.sent[0]?.tools, ['read_result', 'update_state'], 'the tools of the model')
      },
    ],
    "gives the framework the model's reasoning, and no later prompt": [
      'pass the reasoning parts of each answer on to the framework',
      async () => {
        const reasoning = 'It is far away.'
        const reply: DeskOptions['reply'] = async (text) => ({ ...deskReply(text), reasoning })
        const { framework, prompts } = await startDesk(options, { reply })
        shownBeside(await framework.say('A flight to Oslo.'), reasoning)
        for (const prompt of prompts())
          ensure(!prompt.includes(reasoning), 'a prompt without reasoning', prompt)
      },
    ],
    'lets the provider run its own tools': [
      "pass the provider's tools on to the model, and what they gave on to the framework",
      async () => {
        const searched = 'Rain in Rome.'
        const reply: DeskOptions['reply'] = async (text) => ({ ...deskReply(text), searched })
        const { framework } = await startDesk(options, { reply, searches: true })
        const turn = await framework.say('Hello.')
        ensureSame([turn.end, turn.text], ['replied', 'Good day.'], 'the end and the reply of the turn')
        const [first] = framework.sent
        ensure(first?.tools.includes('web_search') === true, "the provider's tool", first)
        shownBeside(turn, searched)
      },
    ],
    "keeps the marks for the provider's cache": [
      "send the system message with the framework's own options of it",
      async () => {
        const { framework } = await startDesk(options, { marked: true })
        await framework.say('Hello.')
        const marks = framework.sent[0]?.messages.map(({ marked = false }) => marked)
        ensureSame(marks, [true, false], 'the marks of the messages')
      },
      'marks',
    ],
  }
}

const HANDLE = /\[image-[\w-]{22}: image, image\/png, \d+ bytes\]/

function imagesOf({ messages }: SentRequest): readonly string[] {
  return messages.flatMap(({ images = [] }) => images)
}

function shownBeside({ beside = '' }: TurnReport, text: string): void {
  ensure(beside.includes(text), `"${text}" in what the framework gives`, beside)
}
