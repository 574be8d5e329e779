import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, webFolder } from './build-web.ts'

/** For developers who do not work on the web pages. */
export async function buildWebIfMissing(): Promise<void> {
  if (!existsSync(join(webFolder, 'index.html'))) await buildWeb({ isQuiet: true })
}
