export { toAgUi } from './ag-ui.ts'
export { type SessionClient, type SessionView, sessionClient } from './session-client.ts'
