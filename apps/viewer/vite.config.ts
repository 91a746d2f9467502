import { defaultClientConditions, defineConfig } from 'vite'
import { POLICY } from './src/server/http/security.ts'

export default defineConfig({
  base: './',
  resolve: { conditions: ['@skill-state/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    target: 'es2024',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, report) {
        // The page takes a schema from the package that writes traces, and none of its parts that need Node.
        if (!log.message.includes('externalized for browser compatibility')) report(level, log)
      },
    },
  },
  plugins: [
    {
      name: 'content-security-policy',
      transformIndexHtml: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
          injectTo: 'head-prepend',
        },
      ],
    },
  ],
})
