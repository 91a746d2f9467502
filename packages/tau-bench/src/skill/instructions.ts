import type { Domain, OfficialDomain } from '../data/load-domain.ts'

/** The policy and the tools as the domain's data has them, and in our words what an action and the state are. */
export function instructionsOf({ kind, wiki, tools }: Domain): string {
  return `You are a service agent and talk with one user. Keep to this policy:

${wiki.trim()}

The tools, each with the JSON Schema of its arguments:
${tools.map((tool) => JSON.stringify(tool.function)).join('\n')}

Each step takes exactly one action, a JSON object with one key, written in one line:
{"<name of a tool>": {<its arguments>}} calls the tool
{"respond": "<text>"} says the text to the user, who sees nothing else
The observation is what came of it: after "Tool: " the tool's answer, after "User: " what the user says. The conversation ends when the user ends it, or when you hand the user over to a human agent.

${describeState(fieldsOf[kind])}`
}

/** What P says of the fields that all states have, and of a domain's own. */
export function describeState(fields: string): string {
  return `The state has these fields, maps unless said otherwise; keep what later steps need, and delete what is of no more use:
user: an object with id, verified_by (both once known), and the maps facts and payment_methods
requests: short name → what the user wants and how far it is
${fields}
pending: short name → a write that you asked the user to confirm, with its tool and all arguments
confirmed: short name → the same, once the user said yes
done: short name → a write that was made or refused, and what came of it
told: short name → what the user asked to know and was told
last_action: a text, what you do in this step: the call, or what you say and ask`
}

export const fieldsOf: Readonly<Record<OfficialDomain, string>> = {
  retail: `orders: order id → an object with any of status, address, items (a map by item id), payment, note
products: product id → a map from item id to the options, price and availability of a variant that matters`,
  airline: `reservations: reservation id → an object with any of route, trip, cabin, created, insurance, bags, flights (a map by flight number and date), passengers (a map by name), payment, note
flights: flight number and date → times, seats and prices of a flight that may be booked`,
}
