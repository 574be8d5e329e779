import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { licences } from './build/licences.ts'
import { pdfjsFiles } from './build/pdfjs-files.ts'
import { preloadFont } from './build/preload-font.ts'
import { preloadScreens } from './build/preload-screens.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont(), preloadScreens(), licences(), pdfjsFiles()],
  resolve: {
    alias: {
      // The app uses the schemas of the contract for their types only; see docs/adr/0043.
      typebox: fileURLToPath(new URL('src/api/typebox-stand-in.ts', import.meta.url)),
    },
  },
  // The API replaces this with a new nonce in each response.
  html: { cspNonce: '__CSP_NONCE__' },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Routes and schemas that no screen uses are left out.
      treeshake: {
        manualPureFunctions: ['Type', 'defineRoute', 'defineWorkspaceRoute', 'cursorPageOf', 'orNull'],
      },
      output: {
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
        // The page itself is one file. Otherwise default splitting, because vendor groups made every page load code that only one needs.
        assetFileNames: 'assets/[name]-[hash][extname]',
        // Named after one of their modules, files with routes would look like screens.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.every((id) => id.includes('/packages/contract/'))
            ? 'assets/contract-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: process.env['INLET_DEV_API'] ?? 'http://127.0.0.1:3000', changeOrigin: true },
    },
  },
})
