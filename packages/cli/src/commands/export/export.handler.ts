/** Requests an export, waits for it and downloads its volumes. The directory remembers which export it is waiting for. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportFormat, type Inlet, NotFoundError, type ProjectExport } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import type { Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { downloadVolume } from './download-volume.ts'
import type { ExportOptions } from './export-options.ts'

export interface ExportTarget {
  project: string
  directory: string
}

const stateName = '.inlet-export.json'

export async function exportToDirectory(
  context: Context,
  { project, directory }: ExportTarget,
  options: ExportOptions,
): Promise<ExitCode> {
  const inlet = await context.connect(options)
  // Looking a name up needs project:read.
  const projectId = /^\d+$/.test(project) ? Number(project) : (await findProject(inlet, project)).id
  await mkdir(directory, { recursive: true })
  const statePath = join(directory, stateName)
  const key =
    (await findStarted(inlet, statePath, { project_id: projectId, format: options.format })) ??
    (await start(inlet, statePath, projectId, options))
  const one = await waitFor(context, inlet, key)
  if (one.status !== 'completed') {
    await rm(statePath, { force: true })
    throw new CliError(
      one.error_reason ?? `The export has ${one.status}. Run the command again to start another.`,
      {
        code: one.error_code ?? 'export_expired',
      },
    )
  }
  for (const { name } of one.volumes)
    if (await downloadVolume(inlet, { exportKey: key, name, directory }))
      context.output.say(`Wrote ${join(directory, name)}.`)
  await rm(statePath, { force: true })
  const names = one.volumes.map(({ name }) => name)
  const { export_key, as_of, size_bytes } = one
  context.output.document({ export_key, as_of, size_bytes, volumes: names }, names)
  return exitCodes.done
}

interface Wanted {
  project_id: number
  format?: ExportFormat | undefined
}

interface State extends Wanted {
  export_key: string
}

/** The export of an earlier run, unless it has ended without volumes. */
async function findStarted(inlet: Inlet, path: string, wanted: Wanted): Promise<string | undefined> {
  const state = await readState(path)
  const isSame =
    state?.project_id === wanted.project_id && (state.format ?? 'bundle') === (wanted.format ?? 'bundle')
  if (!isSame) return undefined
  try {
    const { status } = await inlet.exports.get(state.export_key)
    return status === 'processing' || status === 'completed' ? state.export_key : undefined
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

async function readState(path: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as State
  } catch {
    return undefined
  }
}

async function start(
  inlet: Inlet,
  path: string,
  projectId: number,
  { format, contents }: ExportOptions,
): Promise<string> {
  const body = { ...(format && { format }), ...(contents && { contents }) }
  const { export_key } = await inlet.exports.create(projectId, body)
  await writeFile(path, `${JSON.stringify({ export_key, project_id: projectId, format } satisfies State)}\n`)
  return export_key
}

function waitFor({ output }: Context, inlet: Inlet, key: string): Promise<ProjectExport> {
  let shown = -1
  return inlet.exports.wait(key, {
    onProgress({ status, progress }) {
      if (status !== 'processing' || progress === shown) return
      shown = progress
      output.say(`Exporting: ${progress} %.`)
    },
  })
}
