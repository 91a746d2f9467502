import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import type { Peer } from '../src/peer.ts'
import { assertSteps, Block, merge, splitReply } from './block.ts'

const State = Annotation.Root({
  inventory: Annotation<Record<string, string>, Block['state_patch']['inventory']>({
    reducer: (left, right) => {
      const next = { ...left }
      merge(next, right)
      return next
    },
    default: () => ({}),
  }),
  observation: Annotation<string>,
  done: Annotation<boolean>,
})

/** An explicit state, as SKILL.state has it: one node that asks, reads, acts, and loops; a checkpoint each step. */
export const langGraphState: Peer = {
  name: 'LangGraph.js 1.4.18, explicit state, MemorySaver',
  rounds: 3,
  run: async (task, horizon) => {
    const environment = task.environment(horizon)
    const model = task.model()
    let steps = 0
    const graph = new StateGraph(State)
      .addNode('step', async ({ inventory, observation }) => {
        const prompt = `${task.skill.instructions}\n${JSON.stringify(inventory)}\n${observation}`
        const { text } = await model.generate({ prompt })
        const { state_patch, action } = Block.parse(JSON.parse(splitReply(text).block))
        const result = await environment.step(action)
        steps += 1
        return { inventory: state_patch.inventory, observation: result.text, done: result.done }
      })
      .addEdge(START, 'step')
      .addConditionalEdges('step', ({ done }) => (done ? END : 'step'))
      .compile({ checkpointer: new MemorySaver() })
    const { text, done } = await environment.reset({ seed: 1 })
    const inventory = task.skill.initialState.inventory as Record<string, string>
    const config = { recursionLimit: horizon + 1, configurable: { thread_id: 'episode' } }
    await graph.invoke({ inventory, observation: text, done }, config)
    assertSteps(steps, horizon)
  },
}
