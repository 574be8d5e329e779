/** `npm run web-build`: builds the workspace in packages/web/dist, compresses it and checks its budgets. */
import { buildWeb } from './web/build-web.ts'

await buildWeb()
await import('./web-budget.ts')
