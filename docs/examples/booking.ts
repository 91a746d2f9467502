import { fileSessions } from '@skill-state/agent/files'
import { chat } from '@skill-state/agent/terminal'
import { airline, model } from './airline.ts' // a real model: await providerModel('openai:gpt-5')
import { bookingAgent } from './booking-agent.ts'

await chat(bookingAgent(model, airline), { id: 'customer-7', store: fileSessions('sessions') })
