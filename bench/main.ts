/**
 * `npm run bench -- NAME`: one measurement against a bare baseline in the same run, ending with one line of results.
 */
const benches: Record<string, () => Promise<void>> = {
  api: async () => (await import('./api.ts')).run(),
  documents: async () => (await import('./documents.ts')).run(),
  ocr: async () => (await import('./ocr.ts')).run(),
  surveys: async () => (await import('./surveys.ts')).run(),
  recordings: async () => (await import('./recordings.ts')).run(),
  privacy: async () => (await import('./privacy.ts')).run(),
  changes: async () => (await import('./changes.ts')).run(),
  events: async () => (await import('./events.ts')).run(),
  'delivery-queue': async () => (await import('./delivery-queue.ts')).run(),
  isolation: async () => (await import('./isolation.ts')).run(),
  upload: async () => (await import('./upload.ts')).run(),
  resume: async () => (await import('./resume.ts')).run(),
  costs: async () => (await import('./costs.ts')).run(),
  export: async () => (await import('./export.ts')).run(),
  scale: async () => (await import('./scale.ts')).run(),
  uploads: async () => (await import('./uploads.ts')).run(),
  libraries: async () => (await import('./libraries.ts')).run(),
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exit(2)
}
await bench()
