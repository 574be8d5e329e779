/**
 * CPU time of a document through the whole pipeline (check, sandboxed conversion, viewer PDF, thumbnail, text) as a
 * ratio to bare `soffice --convert-to pdf` of the same file, and documents per minute with 1 and 2 slots.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  endedProgramsCpuMs,
  probeSandbox,
  processDocument,
  type Sandbox,
  withWorkDir,
} from '@inlet/processors'
import { makeDocx } from './lib/import-samples.ts'

const rounds = 5
const documentsASlot = 8

interface Sample {
  name: 'small' | 'long'
  path: string
}

/** CPU time of all ended children of this process as reported by the kernel; both sides run as children. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = await endedProgramsCpuMs()
  await work()
  return (await endedProgramsCpuMs()) - before
}

async function convertBare(sample: Sample, folder: string): Promise<void> {
  const out = await mkdtemp(join(folder, 'bare-'))
  const child = spawn(
    'soffice',
    [
      `-env:UserInstallation=file://${out}/profile`,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      out,
      sample.path,
    ],
    {
      stdio: 'ignore',
    },
  )
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error('The bare conversion failed.')
}

async function processOurs(sandbox: Sandbox, sample: Sample, workRoot: string): Promise<void> {
  await withWorkDir(workRoot, async (workDir) => {
    const inputPath = join(workDir, 'source')
    await copyFile(sample.path, inputPath)
    const result = await processDocument({ sandbox, inputPath, extension: 'docx', workDir })
    if (!result.ok) throw new Error(result.failure.message)
  })
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function compare(sandbox: Sandbox, sample: Sample, folder: string, workRoot: string): Promise<number> {
  const bare: number[] = []
  const ours: number[] = []
  // Alternating, so that other load on the machine affects both sides alike.
  for (let i = 0; i < rounds; i += 1) {
    bare.push(await cpuOf(() => convertBare(sample, folder)))
    ours.push(await cpuOf(() => processOurs(sandbox, sample, workRoot)))
  }
  console.log(
    `${sample.name}: bare_cpu_ms=${Math.round(median(bare))} ours_cpu_ms=${Math.round(median(ours))}`,
  )
  return median(ours) / median(bare)
}

async function documentsPerMinute(
  sandbox: Sandbox,
  sample: Sample,
  workRoot: string,
  slots: number,
): Promise<number> {
  const startedAt = performance.now()
  const slot = async () => {
    for (let i = 0; i < documentsASlot; i += 1) await processOurs(sandbox, sample, workRoot)
  }
  await Promise.all(Array.from({ length: slots }, slot))
  return (slots * documentsASlot * 60_000) / (performance.now() - startedAt)
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const workRoot = join(tmpdir(), `inlet-bench-work-${process.pid}`)
  await mkdir(workRoot, { mode: 0o711 })
  try {
    const sandbox = await probeSandbox({ workRoot })
    const small: Sample = { name: 'small', path: join(folder, 'small.docx') }
    const long: Sample = { name: 'long', path: join(folder, 'long.docx') }
    await writeFile(small.path, makeDocx(2))
    await writeFile(long.path, makeDocx(300))
    await convertBare(small, folder)
    await processOurs(sandbox, small, workRoot)
    const ratios = {
      small: await compare(sandbox, small, folder, workRoot),
      long: await compare(sandbox, long, folder, workRoot),
    }
    const one = await documentsPerMinute(sandbox, small, workRoot, 1)
    const two = await documentsPerMinute(sandbox, small, workRoot, 2)
    console.log(
      `sandbox=${sandbox.mode} cores=${cpus().length} per_minute_1_slot=${one.toFixed(1)} per_minute_2_slots=${two.toFixed(1)}`,
    )
    console.log(`documents ratio_small=${ratios.small.toFixed(2)} ratio_long=${ratios.long.toFixed(2)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(workRoot, { recursive: true, force: true })
  }
}
