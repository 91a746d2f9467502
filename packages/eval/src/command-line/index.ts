export { type Interrupts, listenToInterrupts } from './interrupts.ts'
export { dashed, filePath, flagOf, readOptions } from './options.ts'
export { addCommand, type CommandRecord, isSystemError, runProgram } from './run-program.ts'
export { typedCommand } from './typed-command.ts'
