export { type Interrupts, listenToInterrupts } from './interrupts.ts'
export { isSystemError, runProgram } from './run-program.ts'
