export { type InterruptOptions, type Interrupts, listenToInterrupts } from './interrupts.ts'
export { isSystemError, type Program, runProgram } from './run-program.ts'
