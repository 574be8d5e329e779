/** `npm run web-build`: the workspace in packages/web/dist, compressed and within its budget. */
import { buildWeb } from './web/build-web.ts'

await buildWeb()
await import('./web-budget.ts')
