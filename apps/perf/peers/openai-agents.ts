import { Agent, type Model, type ModelResponse, Runner, tool, Usage } from '@openai/agents-core'
import type { Peer } from '../src/peer.ts'
import { assertSteps, Block, merge, splitReply } from './block.ts'

/** The run loop of the SDK, tracing off: each reply calls the one tool, whose answer is the next observation. */
export const openaiAgents: Peer = {
  name: 'OpenAI Agents 0.20.0, run loop',
  rounds: 1,
  note: 'quadratic in T: one round',
  run: async (task, horizon) => {
    const environment = task.environment(horizon)
    const first = await environment.reset({ seed: 1 })
    const state = { ...(task.skill.initialState.inventory as Record<string, string>) }
    let steps = 0
    const act = tool({
      name: 'act',
      description: 'Commits the state patch and executes the command.',
      parameters: Block,
      strict: true,
      execute: async ({ state_patch, action }) => {
        merge(state, state_patch.inventory)
        steps += 1
        return (await environment.step(action)).text
      },
    })
    const { instructions } = task.skill
    const agent = new Agent({
      name: 'perf',
      instructions,
      tools: [act],
      model: instant(task.replies, horizon),
    })
    const runner = new Runner({ tracingDisabled: true })
    await runner.run(agent, `${JSON.stringify(state)}\n${first.text}`, { maxTurns: horizon + 1 })
    assertSteps(steps, horizon)
  },
}

/** Calls the tool in so many turns, then gives a final answer, which ends the loop. */
function instant(replies: readonly string[], horizon: number): Model {
  let call = 0
  return {
    getResponse: async () => {
      const reply = replies[call % replies.length] ?? ''
      const output = call < horizon ? [toolCall(splitReply(reply).block, `call_${call}`)] : [message(reply)]
      call += 1
      return { usage: new Usage(), output }
    },
    getStreamedResponse: () => {
      throw new Error('not used')
    },
  }
}

type Item = ModelResponse['output'][number]

function toolCall(block: string, callId: string): Item {
  return { type: 'function_call', callId, name: 'act', arguments: block, status: 'completed' }
}

function message(text: string): Item {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
}
