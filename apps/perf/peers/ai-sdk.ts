import { generateText, isStepCount, type LanguageModel, tool } from 'ai'
import type { Peer } from '../src/peer.ts'
import { assertSteps, Block, merge, splitReply } from './block.ts'

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>
type Answer = Awaited<ReturnType<Model['doGenerate']>>

/** The tool loop of `generateText`: each reply calls the one tool, whose answer is the next observation. */
export const aiSdk: Peer = {
  name: 'AI SDK 7.0.173, generateText loop',
  rounds: 3,
  run: async (task, horizon) => {
    const environment = task.environment(horizon)
    const first = await environment.reset({ seed: 1 })
    const state = { ...(task.skill.initialState.inventory as Record<string, string>) }
    const act = tool({
      inputSchema: Block,
      execute: async ({ state_patch, action }) => {
        merge(state, state_patch.inventory)
        return (await environment.step(action)).text
      },
    })
    const { steps } = await generateText({
      model: instant(task.replies),
      instructions: task.skill.instructions,
      prompt: `${JSON.stringify(state)}\n${first.text}`,
      tools: { act },
      stopWhen: isStepCount(horizon),
    })
    assertSteps(steps.length, horizon)
  },
}

function instant(replies: readonly string[]): Model {
  let call = 0
  return {
    specificationVersion: 'v4',
    provider: 'instant',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: async () => {
      const result = answer(replies[call % replies.length] ?? '', `call_${call}`)
      call += 1
      return result
    },
    doStream: async () => {
      throw new Error('not used')
    },
  }
}

function answer(reply: string, toolCallId: string): Answer {
  const { reasoning, block } = splitReply(reply)
  return {
    content: [
      { type: 'text', text: reasoning },
      { type: 'tool-call', toolCallId, toolName: 'act', input: block },
    ],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
    warnings: [],
  }
}
