/**
 * The files of the built workspace, listed once at start. A request picks one from the list by its whole path,
 * so no path that a browser can think of reaches anything else.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export type Encoding = 'br' | 'gzip'

export interface WebFile {
  path: string
  bytes: number
  etag: string
  contentType: string
  /** Made by the build beside the file. */
  compressed: Partial<Record<Encoding, { path: string; bytes: number }>>
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** By address, e.g. `/assets/index-1a2b.js`. Empty when there is no such folder. */
export function listWebFiles(folder: string): Map<string, WebFile> {
  const sizes = new Map(filesIn(folder).map((path) => [path, statSync(path)]))
  const files = new Map<string, WebFile>()
  for (const [path, { size, mtimeMs }] of sizes) {
    if (Object.values(suffixes).some((suffix) => path.endsWith(suffix))) continue
    const compressed: WebFile['compressed'] = {}
    for (const encoding of ['br', 'gzip'] as const) {
      const twin = `${path}${suffixes[encoding]}`
      const bytes = sizes.get(twin)?.size
      if (bytes !== undefined) compressed[encoding] = { path: twin, bytes }
    }
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      path,
      bytes: size,
      etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      contentType: contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
      compressed,
    })
  }
  return files
}

function filesIn(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  // Links are left out: they may lead out of the folder.
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The best one that the browser takes and the build has made; undefined: the plain file. */
export function chooseEncoding(file: WebFile, acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*/),
      )
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding) && file.compressed[encoding])
}
