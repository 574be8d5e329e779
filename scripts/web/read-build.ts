/** The build as a browser sees it: what the page references, and what each route loads in addition. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { webFolder } from './build-web.ts'

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

export interface Route {
  /** The module of its screen. */
  name: string
  /** Scripts and styles it loads in addition to the shell. */
  gzipBytes: number
}

export interface Build {
  /** As referenced by the page, without hashes. */
  preloaded: string[]
  /** Scripts and styles that the page itself references. */
  entryBrotliBytes: number
  /** Scripts and styles that are loaded before the first screen. */
  shellBrotliBytes: number
  /** Separate, because text is shown before the font is loaded. */
  fontBytes: number
  routes: Route[]
}

export function readBuild(): Build {
  const manifest = JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const page = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  )
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const shell = reach(manifest, [...entry, 'src/app/shell/Shell.tsx'])
  const first = new Set([...named, ...shell])
  const all = [...first]
  const screens = Object.keys(manifest).filter((key) => key.startsWith('src/screens/'))
  return {
    preloaded: named.map((name) => name.replace(/-[\w-]{8}(\.\w+)$/, '$1')),
    entryBrotliBytes: sum(named.filter((name) => !isFont(name)).map((name) => sizeOf(name, '.br'))),
    shellBrotliBytes: sum(all.filter((name) => !isFont(name)).map((name) => sizeOf(name, '.br'))),
    fontBytes: sum(all.filter(isFont).map((name) => sizeOf(name, '.br'))),
    routes: screens.map((key) => ({
      name: key,
      gzipBytes: sum([...reach(manifest, [key])].filter((file) => !first.has(file)).map(gzipSize)),
    })),
  }
}

const isFont = (name: string) => name.endsWith('.woff2')

/** The files of the chunks and of their imports. */
function reach(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const open = [...keys]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    open.push(...(chunk.imports ?? []))
  }
  return files
}

function sizeOf(name: string, ending: string): number {
  const path = join(webFolder, name)
  return statSync(existsSync(`${path}${ending}`) ? `${path}${ending}` : path).size
}

const gzipSize = (name: string) => gzipSync(readFileSync(join(webFolder, name))).length
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
