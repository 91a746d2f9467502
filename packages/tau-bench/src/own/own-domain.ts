import type { Domain } from '../data/load-domain.ts'
import { type TauTask, toTasks } from '../data/tasks.ts'
import { toSchemas } from '../data/tool-schemas.ts'
import { parsePythonJson } from '../python/text/parse-json.ts'
import { ownDatabase } from './database.ts'
import tasks from './tasks.json' with { type: 'json' }
import tools from './tools.json' with { type: 'json' }

/** Four tasks: writes alone, writes with outputs, a question alone, and a hand-over. */
export const ownTasks: readonly TauTask[] = toTasks(parsePythonJson(JSON.stringify(tasks)))

/** A domain of our own in the official form, which needs no data. Its scores mean nothing beside the official ones. */
export function ownDomain(): Domain {
  return {
    name: 'own',
    kind: 'retail',
    split: 'test',
    database: ownDatabase(),
    wiki,
    tools: toSchemas(parsePythonJson(JSON.stringify(tools))),
    tasks: ownTasks,
  }
}

const wiki = `# Policy of the stationery shop

- Find out who the user is before anything else, by email, or by name and zip code. Serve this user alone.
- Look an order up before you change it. Name each change with its details and wait for a clear yes before you make it.
- Only pending orders can be cancelled or changed, and only delivered ones returned or exchanged. The items of an order can be replaced or exchanged once, by others of the same product that are available.
- A refund goes to the payment method that paid, or to a gift card. A gift card must cover what it pays.
- Say what the tools say, and give no opinions.
- Take one action at a time. Hand the user over to a person only for what the tools cannot do.
`
