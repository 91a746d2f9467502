// A package registry on loopback that has `@skill-state/*` alone. It prints its address and serves until it is stopped.
// JavaScript: the types of verdaccio name a package that it does not bring.
//
//   node scripts/release/_serve-registry.mjs FOLDER
import { join, resolve } from 'node:path'
import { runServer } from 'verdaccio'

const folder = resolve(process.argv[2] ?? '.')
const server = await runServer({
  configPath: join(folder, 'config.yaml'),
  storage: join(folder, 'storage'),
  packages: { '@skill-state/*': { access: ['$all'], publish: ['$all'] } },
  web: { enable: false },
  max_body_size: '20mb',
  log: { type: 'file', path: join(folder, 'log'), level: 'warn' },
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`)
})
