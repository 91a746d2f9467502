import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import type { Peer } from '../src/peer.ts'
import { assertSteps, Block, splitReply } from './block.ts'

/** The transcript as messages: one node that adds the reply and the next observation; a checkpoint each step. */
export const langGraphMessages: Peer = {
  name: 'LangGraph.js 1.4.18, messages, MemorySaver',
  rounds: 1,
  note: 'quadratic in T: one round',
  run: async (task, horizon) => {
    const environment = task.environment(horizon)
    let steps = 0
    let done = false
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('step', async () => {
        const reply = task.replies[steps % task.replies.length] ?? ''
        const { action } = Block.parse(JSON.parse(splitReply(reply).block))
        const result = await environment.step(action)
        steps += 1
        done = result.done
        return { messages: [new AIMessage(reply), new HumanMessage(result.text)] }
      })
      .addEdge(START, 'step')
      .addConditionalEdges('step', () => (done ? END : 'step'))
      .compile({ checkpointer: new MemorySaver() })
    const first = await environment.reset({ seed: 1 })
    const opening = `${task.skill.instructions}\n${JSON.stringify(task.skill.initialState)}\n${first.text}`
    const config = { recursionLimit: horizon + 1, configurable: { thread_id: 'episode' } }
    await graph.invoke({ messages: [new HumanMessage(opening)] }, config)
    assertSteps(steps, horizon)
  },
}
