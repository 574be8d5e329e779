/** Validates `project.qde` of an archive against the schema of the standard, with `xmllint`. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const schema = join(import.meta.dirname, '../../schema/Project.xsd')

/** What `xmllint` prints if it is not valid, else an empty string. */
export async function validateProject(xml: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-qde-'))
  try {
    const path = join(folder, 'project.qde')
    await writeFile(path, xml)
    await promisify(execFile)('xmllint', [
      '--noout',
      '--nonet',
      '--huge',
      '--stream',
      '--schema',
      schema,
      path,
    ])
    return ''
  } catch (error) {
    return (error as { stderr?: string }).stderr ?? String(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
