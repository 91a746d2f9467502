export { type FromModelOptions, fromModel } from './from-model.ts'
export { tellDenial, tellFailure } from './outcome.ts'
export { type StateOptions, stateModel, stateProvider } from './state-model.ts'
export { stateSession } from './state-session.ts'
