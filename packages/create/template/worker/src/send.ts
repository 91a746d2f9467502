import { databaseUrl, withQueue } from './queue.ts'

// `npm run send -- ada "Where is order W7?"` hands a message to the workers and waits for the reply.
// `npm run send -- ada --approve 2` approves the call that waits at step 2.
const [session, first, second] = process.argv.slice(2)
if (session === undefined || first === undefined) {
  console.error('name a customer and a message, as in: npm run send -- ada "Where is order W7?"')
  process.exit(2)
}
const command = first === '--approve' ? { approve: { step: Number(second) } } : { send: first }
const turn = await withQueue(databaseUrl(), (queue) => queue.tell(session, command))
if (turn.approval === undefined) console.log(turn.reply)
else console.log(`Waits for approval: npm run send -- ${session} --approve ${turn.approval.step}`)
