export { toAgUi } from './ag-ui.ts'
export { type SessionView, sessionClient } from './session-client.ts'
