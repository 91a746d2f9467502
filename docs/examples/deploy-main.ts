import { providerModel } from '@skill-state/models'
import { openDatabase, postgresSessions } from '@skill-state/postgres/sessions'
import { airline } from './airline.ts'
import { bookingAgent } from './booking-agent.ts'
import { deployed } from './deploy-server.ts'

const { DATABASE_URL = '', MODEL = '' } = process.env
const database = await openDatabase(DATABASE_URL) // brings the tables up to date
const agent = bookingAgent(await providerModel(MODEL), airline)
const ready = (): Promise<unknown> => database.pool.query('select 1')
const server = deployed(agent, postgresSessions(database), ready)
server.listen(8080)
server.on('close', () => void database[Symbol.asyncDispose]())
