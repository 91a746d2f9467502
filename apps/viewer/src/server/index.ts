export { type ServeOptions, serveView, type View } from './serve-view.ts'
export { writeStatic } from './write-static.ts'
