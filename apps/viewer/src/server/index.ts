export { type ServeOptions, serveView } from './serve-view.ts'
export { writeStatic } from './write-static.ts'
