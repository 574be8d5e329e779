/** Files made to hang, exhaust memory or confuse parsers: processing ends in time and leaves nothing behind. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endlessPages, farCellWorkbook, growingEntities, inflatingPdf } from '../../test/fixtures/hostile.ts'
import { paragraph, writeDocx } from '../../test/fixtures/ooxml.ts'
import type { Input } from '../../test/job-dirs.ts'
import { makeRoot, removeRoot, seeDocument, withInput } from '../../test/job-dirs.ts'
import { sandboxedUnder } from '../../test/processes.ts'
import { hasSamples, samplePath, samplesIn } from '../../test/samples.ts'
import { prepareJobDir } from '../job.ts'
import { probeSandbox } from '../sandbox/probe.ts'
import { runSandboxed } from '../sandbox/run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { sweepWorkDirs } from '../work-dir.ts'

/** The default is 110 s; the same code enforces both. */
const wallMs = Number(process.env['INLET_TEST_WALL_MS'] ?? 8000)
const graceMs = 5000

let root: string
let sandbox: Sandbox

beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
})
afterEach(async () => {
  expect(await sandboxedUnder(root)).toEqual([])
  expect((await readdir(root)).filter((name) => name.startsWith('job-'))).toEqual([])
})
afterAll(() => removeRoot(root))

async function endInTime(input: Input) {
  const startedAt = performance.now()
  const seen = await seeDocument(root, input, { sandbox, wallMs })
  expect(performance.now() - startedAt).toBeLessThan(wallMs + graceMs)
  return seen
}

describe('files that would run forever', { timeout: 150_000 }, () => {
  it('are stopped: a sheet with one remote cell', async () => {
    const seen = await endInTime({ name: 'far.xlsx', content: farCellWorkbook() })
    expect(seen).toMatchObject({ failure: { code: 'took_too_long' } })
  })

  it('are stopped: endless pages, while another document is converted', async () => {
    const endless = endInTime({ name: 'endless.docx', content: endlessPages(30_000) })
    const neighbour = { name: 'good.docx', content: writeDocx({ body: paragraph('neighbour') }) }
    expect(await seeDocument(root, neighbour, { sandbox })).toMatchObject({ ok: true, pageCount: 1 })
    expect(await endless).toMatchObject({ failure: { code: 'took_too_long' } })
  })

  it('are stopped by the CPU limit, which LibreOffice must not handle as a crash', async () => {
    await withInput(
      root,
      { name: 'endless.docx', content: endlessPages(30_000) },
      async ({ workDir, inputPath }) => {
        await prepareJobDir(workDir, inputPath)
        const outcome = await runSandboxed(sandbox, {
          command: 'soffice',
          args: ['-env:UserInstallation=file:///job/profile', '--headless', '--convert-to', 'pdf', 'source'],
          workDir,
          limits: {
            wallMs: 60_000,
            cpuSeconds: 4,
            memoryBytes: 4 * 1024 ** 3,
            fileBytes: 1024 ** 3,
            totalBytes: 4 * 1024 ** 3,
            processes: 128,
          },
        })
        expect(outcome).toEqual({ kind: 'timed_out' })
      },
    )
  })

  it('terminate: a decompression bomb in a PDF', async () => {
    const seen = await endInTime({ name: 'inflating.pdf', content: inflatingPdf() })
    if (!seen.ok) expect(['took_too_long', 'out_of_memory']).toContain(seen.failure.code)
  })

  it('are rejected: entity expansion', async () => {
    expect(await endInTime({ name: 'entities.docx', content: growingEntities() })).toMatchObject({
      ok: false,
    })
  })
})

describe('a killed worker', { timeout: 60_000 }, () => {
  it('ends its LibreOffice process, and the next worker removes its directory', async () => {
    const input = join(root, 'far.xlsx')
    await writeFile(input, farCellWorkbook())
    const script = `
      import { copyFile } from 'node:fs/promises'
      import { probeSandbox, processDocument, withWorkDir } from ${JSON.stringify(new URL('../index.ts', import.meta.url))}
      const sandbox = await probeSandbox({ workRoot: ${JSON.stringify(root)} })
      await withWorkDir(${JSON.stringify(root)}, async (workDir) => {
        await copyFile(${JSON.stringify(input)}, workDir + '/upload')
        const onProgress = ({ stage }) => { if (stage === 'converting') setTimeout(() => console.log('converting'), 500) }
        await processDocument({ sandbox, workDir, inputPath: workDir + '/upload', extension: 'xlsx', onProgress })
      })`
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(worker.stdout, 'data')
    expect((await sandboxedUnder(root)).some((line) => line.includes('soffice.bin'))).toBe(true)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await expect.poll(() => sandboxedUnder(root), { timeout: 5000 }).toEqual([])
    expect(await sweepWorkDirs(root)).toBe(1)
  })
})

describe.runIf(hasSamples)('the shared hostile samples', { timeout: 150_000 }, () => {
  it.each(samplesIn('hostile'))('%s ends in time', async (name) => {
    const seen = await endInTime(samplePath('hostile', name))
    const expected = expectedCodes[name]
    if (expected !== undefined) expect(seen).toMatchObject({ failure: { code: expected } })
  })

  const expectedCodes: Record<string, string> = {
    'bomb.docx': 'too_complex',
    'concat-as.avi': 'unsupported',
    'empty.docx': 'file_empty',
    'empty.pdf': 'file_empty',
    'farcell.xlsx': 'took_too_long',
    'lolxml.docx': 'damaged',
    'loop.pdf': 'damaged',
    'mp4-as.pdf': 'type_mismatch',
    'pagebreaks20k.docx': 'took_too_long',
    'pdf-as.docx': 'type_mismatch',
    'playlist-as.mp4': 'unsupported',
    'random.doc': 'damaged',
    'random.docx': 'damaged',
    'trunc.docx': 'damaged',
    'trunc.pdf': 'damaged',
    'trunc.xls': 'damaged',
  }
})
