/** The archive itself: its layout, and the encoding of its texts. */
import { hasForbidden } from '../text.ts'
import type { PackedFile, Report } from './checked-project.ts'

const stored = 0
const deflated = 8
/** The standard, section 8.5. */
const maxFileBytes = 2_147_483_647
const sourcePath = /^sources\/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\.[a-z0-9]+$/

export function checkFiles(files: ReadonlyMap<string, PackedFile>, report: Report): void {
  if (!files.has('project.qde')) report('the project is project.qde at the root', [...files.keys()][0] ?? '')
  for (const [path, { bytes, method, isEncrypted }] of files) {
    if (path !== 'project.qde' && !sourcePath.test(path)) report('files are sources/GUID.extension', path)
    if (method !== stored && method !== deflated) report('stored or deflated', path)
    if (isEncrypted) report('not encrypted', path)
    if (bytes.length > maxFileBytes) report('files are below 2 GB', path)
    if (path === 'project.qde' || path.endsWith('.txt')) checkText(path, bytes, report)
  }
}

function checkText(path: string, bytes: Buffer, report: Report): void {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) report('no byte order mark', path)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (text.includes('\r')) report('line feeds only', path)
    if (hasForbidden(text)) report('no characters that XML forbids', path)
  } catch {
    report('UTF-8', path)
  }
}
