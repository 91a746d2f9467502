import type { Tool } from '../tool.ts'

/** The tool of both domains that hands the user over. That the episode ends with it is the environment's doing. */
export const transferToHumanAgents: Tool = {
  name: 'transfer_to_human_agents',
  className: 'TransferToHumanAgents',
  parameters: ['summary'],
  run: () => 'Transfer successful',
}
