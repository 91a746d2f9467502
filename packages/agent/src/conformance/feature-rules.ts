import { ensure, ensureSame, ensureSameList, type Rule } from '@skill-state/protocol/conformance'
import type { AdapterSuiteOptions, SentRequest, TurnReport } from './adapter.ts'
import { runAlone } from './alone.ts'
import { deskReply, PNG } from './desk.ts'
import { type DeskOptions, startDesk } from './desk-run.ts'
import { settled } from './loop-rules.ts'
import { promptOf, stateOf } from './prompt-rules.ts'

const COMPARE = 'Compare Rome and Oslo.'
const LOOK_AND_PAY = 'Look at Rome and Oslo and pay 30.'

const FLIGHTS = {
  type: 'object',
  properties: { flights: { type: 'integer' } },
  required: ['flights'],
  additionalProperties: false,
}

/** What of its framework and its provider an agent keeps. */
export function featureRules(options: AdapterSuiteOptions): readonly Rule[] {
  const lacks = (feature: NonNullable<AdapterSuiteOptions['lacks']>[number]): boolean =>
    options.lacks?.includes(feature) === true
  return [
    {
      name: 'makes the calls of one answer at once, and shows their results together',
      mend: 'give the framework all calls of the answer in one message, and all results to agent.step',
      run: async () => {
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
        ensureSameList(run.framework.sent.map(promptOf), alone.prompts, 'prompts')
        ensureSame(await stateOf(run), alone.state, 'the state')
      },
    },
    ...(lacks('approval') ? [] : [approvalOfThree(options, lacks('partial'))]),
    {
      name: 'tells the model of calls among which it was aborted, and repeats none',
      mend: 'hand the signal of the framework to agent.step, and the results that it holds',
      run: async () => {
        const abort = new AbortController()
        const around: DeskOptions['around'] = async (input, call) => {
          if (input.city !== 'Oslo') return await call()
          await settled()
          abort.abort(new Error('enough'))
          throw new Error('enough')
        }
        const run = await startDesk(options, { around })
        await run.framework.say(COMPARE, { signal: abort.signal }).catch(() => undefined)
        await settled()
        ensureSame((await run.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
        const prompts = run.framework.sent.map(promptOf).join('\n')
        for (const city of ['Rome', 'Oslo'])
          ensure(new RegExp(`- \\w+: .*${city}`).test(prompts), `a line about the call of ${city}`, prompts)
        const cities = run.world.calls.map(({ input }) => input.city)
        ensureSameList(cities, ['Rome'], 'calls that were made')
      },
    },
    {
      name: 'shows the model an image in the turn of its message alone',
      mend: 'give contentOf each part of a message, and send the parts of a prompt',
      run: async () => {
        const { framework } = await startDesk(options)
        ensureSame(
          (await framework.say('What is this?', { image: PNG })).end,
          'replied',
          'the end of the turn',
        )
        await framework.say('Hello.')
        const [first = '', second] = framework.sent.map(promptOf)
        ensure(/What is this\?/.test(first) && HANDLE.test(first), 'the text and the image by name', first)
        ensureSame(framework.sent.map(imagesOf), [[PNG], []], 'the images that reached the model')
        ensure(!HANDLE.test(second ?? ''), 'a prompt without the image', second)
        for (const prompt of [first, second]) ensure(!prompt?.includes(PNG), 'no bytes in the text', prompt)
      },
    },
    {
      name: 'shows the model an image that a tool gives',
      mend: 'give contentOf each part of a result, and send the parts of a prompt',
      run: async () => {
        const { framework } = await startDesk(options)
        ensureSame((await framework.say('Draw a map.')).end, 'replied', 'the end of the turn')
        ensureSame(framework.sent.map(imagesOf), [[], [PNG]], 'the images that reached the model')
      },
    },
    {
      name: 'answers as data of a schema',
      mend: 'pass the schema on to the model, and say isData to agent.step',
      run: async () => {
        const run = await startDesk(options)
        const { end, data } = await run.framework.say('As data, please.', { output: FLIGHTS })
        ensureSame([end, data], ['replied', { flights: 2 }], 'the end and the data of the turn')
        ensure(run.framework.sent[0]?.hasSchema === true, 'a schema of the answer', run.framework.sent[0])
        ensureSame((await run.framework.say('Hello.')).end, 'replied', 'the end of the next turn')
      },
    },
    {
      name: "obeys the framework's choice of tools",
      mend: 'pass the choice on to the model; for none, leave out the tools of the framework alone',
      run: async () => {
        const { framework } = await startDesk(options)
        await framework
          .say('A flight to Rome, please.', { toolChoice: 'required', maxSteps: 1 })
          .catch(() => {})
        const [first] = framework.sent
        ensureSame(first?.toolChoice, 'required', 'the choice that reached the model')
        const other = (await startDesk(options)).framework
        ensureSame((await other.say('Hello.', { toolChoice: 'none' })).end, 'replied', 'the end of the turn')
        ensureSame(other.sent[0]?.tools, ['read_result', 'update_state'], 'the tools of the model')
      },
    },
    {
      name: "gives the framework the model's reasoning, and no later prompt",
      mend: 'pass the reasoning parts of each answer on to the framework',
      run: async () => {
        const reasoning = 'It is far away.'
        const reply: DeskOptions['reply'] = async (text) => ({ ...deskReply(text), reasoning })
        const { framework } = await startDesk(options, { reply })
        shownBeside(await framework.say('A flight to Oslo.'), reasoning)
        for (const prompt of framework.sent.map(promptOf))
          ensure(!prompt.includes(reasoning), 'a prompt without reasoning', prompt)
      },
    },
    {
      name: 'lets the provider run its own tools',
      mend: "pass the provider's tools on to the model, and what they gave on to the framework",
      run: async () => {
        const searched = 'Rain in Rome.'
        const reply: DeskOptions['reply'] = async (text) => ({ ...deskReply(text), searched })
        const { framework } = await startDesk(options, { reply, searches: true })
        const turn = await framework.say('Hello.')
        ensureSame([turn.end, turn.text], ['replied', 'Good day.'], 'the end and the reply of the turn')
        ensure(
          framework.sent[0]?.tools.includes('web_search') === true,
          "the provider's tool",
          framework.sent[0],
        )
        shownBeside(turn, searched)
      },
    },
    ...(lacks('marks')
      ? []
      : [
          {
            name: "keeps the marks for the provider's cache",
            mend: "send the system message with the framework's own options of it",
            run: async () => {
              const { framework } = await startDesk(options, { marked: true })
              await framework.say('Hello.')
              const marks = framework.sent[0]?.messages.map(({ marked = false }) => marked)
              ensureSame(marks, [true, false], 'the marks of the messages')
            },
          },
        ]),
  ]
}

const HANDLE = /\[image-[\w-]{22}: image, image\/png, \d+ bytes\]/

function imagesOf({ messages }: SentRequest): readonly string[] {
  return messages.flatMap(({ images = [] }) => images)
}

/** `isWhole`: the framework makes the other calls only together with the one that waits. */
function approvalOfThree(options: AdapterSuiteOptions, isWhole: boolean): Rule {
  return {
    name: 'holds back one call of three for its approval',
    mend: 'let the framework ask for the approval, and give all results to agent.step',
    run: async () => {
      for (const denial of [undefined, 'no budget']) {
        const alone = await runAlone([LOOK_AND_PAY], denial)
        const run = await startDesk(options)
        ensureSame((await run.framework.say(LOOK_AND_PAY)).end, 'approval', 'the end of the turn')
        const begun = run.world.calls.map(({ input }) => input.city)
        ensureSameList(begun, isWhole ? [] : ['Rome', 'Oslo'], 'calls before the decision')
        const { end } = await run.framework.decide(denial === undefined, denial ?? '')
        ensureSame(end, 'replied', 'the end of the turn after the decision')
        ensureSameList(run.framework.sent.map(promptOf), alone.prompts, 'prompts')
        const made = run.world.calls.map(({ tool }) => tool).sort()
        const expected = denial === undefined ? ['pay', 'search', 'search'] : ['search', 'search']
        ensureSameList(made, expected, 'calls')
        ensureSame(await stateOf(run), alone.state, 'the state')
      }
    },
  }
}

function shownBeside({ beside = '' }: TurnReport, text: string): void {
  ensure(beside.includes(text), `"${text}" in what the framework gives`, beside)
}
