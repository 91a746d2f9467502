export { type Interrupts, listenToInterrupts } from './interrupts.ts'
export {
  amount,
  dashed,
  entry,
  type Fields,
  filePath,
  flag,
  folderPath,
  listOf,
  oneOf,
  option,
  readOptions,
  repeated,
  required,
  text,
  whole,
} from './options.ts'
export { addCommand, type CommandRecord, isSystemError, runProgram } from './run-program.ts'
