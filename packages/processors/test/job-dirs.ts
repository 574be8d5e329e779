/** Runs files through the processors in job directories of their own. */

import { chmod, copyFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { DocumentPage } from '../src/documents/pages.ts'
import type { DocumentRequest } from '../src/documents/process-document.ts'
import { processDocument } from '../src/documents/process-document.ts'
import type { ProcessedDocument } from '../src/documents/processed-document.ts'
import type { Failed } from '../src/failures.ts'
import { probeSandbox } from '../src/sandbox/probe.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { withWorkDir } from '../src/work-dir.ts'

/** Traversable like the root of `withWorkDir`; mkdtemp creates private directories. */
export async function makeRoot(): Promise<string> {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'inlet-test-'))
  await chmod(root, 0o711)
  return root
}

export async function removeRoot(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true })
}

export type TestSandbox = { readonly root: string; readonly sandbox: Sandbox }

/** A sandbox with a root of its own, from before the first test of a file until after the last. */
export function useSandbox(): TestSandbox {
  const prepared: { root?: string; sandbox?: Sandbox } = {}
  beforeAll(async () => {
    prepared.root = await makeRoot()
    prepared.sandbox = await probeSandbox({ workRoot: prepared.root })
  })
  afterAll(async () => {
    if (prepared.root !== undefined) await removeRoot(prepared.root)
  })
  return prepared as TestSandbox
}

/** A path, or the bytes themselves. */
export type Input = { readonly name: string; readonly content: string | Buffer } | string

export async function withInput<T>(
  root: string,
  input: Input,
  use: (file: { workDir: string; inputPath: string; extension: string }) => Promise<T>,
): Promise<T> {
  return withWorkDir(root, async (workDir) => {
    const inputPath = join(workDir, 'upload')
    if (typeof input === 'string') await copyFile(input, inputPath)
    else await writeFile(inputPath, input.content)
    const name = typeof input === 'string' ? input : input.name
    return use({ workDir, inputPath, extension: extname(name).slice(1) })
  })
}

export type SeenDocument = Omit<ProcessedDocument, 'pages'> & {
  readonly ok: true
  readonly pages: DocumentPage[]
}

/** Processes a document and reads all its pages; `inspect` runs before the files are removed. */
export async function seeDocument(
  root: string,
  input: Input,
  options: Pick<DocumentRequest, 'sandbox'> & Partial<DocumentRequest>,
  inspect: (document: SeenDocument) => Promise<void> = async () => {},
): Promise<SeenDocument | Failed> {
  return withInput(root, input, async (file) => {
    const result = await processDocument({ ...options, ...file })
    if (!result.ok) return result
    const pages = await Array.fromAsync(result.pages)
    const seen = { ...result, pages }
    await inspect(seen)
    return seen
  })
}
