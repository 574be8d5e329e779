/**
 * Documents with external references are processed next to a canary server and a canary file. As a control, an
 * unsandboxed LibreOffice must reach the canary with the same documents.
 */

import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Canary } from '../../test/canary.ts'
import { startCanary } from '../../test/canary.ts'
import type { CanaryDocument } from '../../test/fixtures/canary-documents.ts'
import { canaryDocuments } from '../../test/fixtures/canary-documents.ts'
import { makeRoot, removeRoot, seeDocument } from '../../test/job-dirs.ts'
import { handToSandbox } from '../sandbox/ownership.ts'
import { probeSandbox } from '../sandbox/probe.ts'
import { runSandboxed } from '../sandbox/run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { pathInside } from '../sandbox/sandbox.ts'

const run = promisify(execFile)

let root: string
let sandbox: Sandbox
let canary: Canary
let documents: CanaryDocument[]

beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
  canary = await startCanary(root)
  documents = canaryDocuments(canary)
})
afterAll(async () => {
  await canary.stop()
  await removeRoot(root)
})

/** All documents in one directory, for one LibreOffice process. */
async function layOut(name: string): Promise<{ directory: string; names: string[] }> {
  const directory = join(root, name)
  await mkdir(join(directory, 'tmp'), { recursive: true })
  await chmod(directory, 0o755)
  const office = documents.filter((document) => /\.(docx?|xlsx?|pptx?)$/.test(document.name))
  for (const document of office) await writeFile(join(directory, document.name), document.content)
  return { directory, names: office.map((document) => document.name) }
}

/** As people run it: default profile, types by content, links followed. */
function bareArguments(directory: string, names: readonly string[]): string[] {
  return [
    `-env:UserInstallation=file://${directory}/profile`,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    `${directory}/out`,
    ...names,
  ]
}

/** The traces of the canary in a PDF: its words or its picture. */
async function canaryIn(pdf: string): Promise<string[]> {
  const found: string[] = []
  const { stdout: text } = await run('pdftotext', [pdf, '-'])
  if (/canary-(from|over)/.test(text)) found.push('words')
  const { stdout: pictures } = await run('pdfimages', ['-list', pdf])
  const { width, height } = canary.pictureSize
  if (new RegExp(`\\s${width}\\s+${height}\\s`).test(pictures)) found.push('picture')
  return found
}

async function canaryInAll(directory: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(directory)) found.push(...(await canaryIn(join(directory, name))))
  return found
}

describe('documents with external references', { timeout: 170_000 }, () => {
  it('reach the canary from an unsandboxed LibreOffice (control)', async () => {
    const { directory, names } = await layOut('control')
    await run('soffice', bareArguments(directory, names), { cwd: directory, timeout: 120_000 })
    const hits = canary.takeHits()
    expect(hits.length).toBeGreaterThan(0)
    expect(await canaryInAll(join(directory, 'out'))).toContain('picture')
  })

  it('do not reach it from the same LibreOffice in the sandbox, whatever its profile allows', async () => {
    const { directory, names } = await layOut('sandboxed')
    await handToSandbox(directory)
    const inside = pathInside(sandbox, directory)
    const outcome = await runSandboxed(sandbox, {
      command: 'soffice',
      args: bareArguments(inside, names),
      workDir: directory,
      limits: {
        wallMs: 120_000,
        cpuSeconds: 100,
        memoryBytes: 4 * 1024 ** 3,
        fileBytes: 1024 ** 3,
        totalBytes: 4 * 1024 ** 3,
        processes: 128,
      },
    })
    expect(outcome.kind).toBe('ok')
    expect(await readdir(join(directory, 'out'))).not.toHaveLength(0)
    expect(canary.takeHits()).toEqual([])
    expect(await canaryInAll(join(directory, 'out'))).toEqual([])
  })

  it('do not reach it through the processor', async () => {
    for (const document of documents) {
      const seen = await processQuietly(document, sandbox)
      const pretends = /^(html|rtf|odt|flat|svg)\./.test(document.name)
      if (pretends) expect(seen, document.name).toMatchObject({ failure: { code: 'type_mismatch' } })
    }
  })

  it('do not reach it in the reduced sandbox without namespaces', async () => {
    const weakest = {
      ...(await probeSandbox({ workRoot: root, forceReduced: true })),
      switches: [],
    }
    for (const document of documents.filter(({ name }) => /^(image|link|webservice)-/.test(name))) {
      await processQuietly(document, weakest)
    }
  })
})

async function processQuietly(document: CanaryDocument, box: Sandbox) {
  const seen = await seeDocument(root, document, { sandbox: box }, async ({ viewerPdfPath, pages }) => {
    expect(await canaryIn(viewerPdfPath), document.name).toEqual([])
    expect(JSON.stringify(pages), document.name).not.toContain(canary.secret)
  })
  expect(canary.takeHits(), document.name).toEqual([])
  return seen
}
