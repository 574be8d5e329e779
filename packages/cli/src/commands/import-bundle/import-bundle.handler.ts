/** Uploads the volumes of an export and waits for the new project. A file beside them remembers an import that is not finished. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type BundleImport, type Inlet, NotFoundError } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import type { Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { findVolumes, type VolumeFile } from './find-volumes.ts'
import type { ImportBundleOptions } from './import-bundle-options.ts'

const stateName = '.inlet-import-bundle.json'

export async function importBundle(
  context: Context,
  paths: readonly string[],
  options: ImportBundleOptions,
): Promise<ExitCode> {
  const volumes = await findVolumes(paths)
  const inlet = await context.connect(options)
  const statePath = join(dirname(volumes[0]?.path ?? ''), stateName)
  const bundleKey = await findStarted(inlet, statePath, volumes)
  const files = await Promise.all(volumes.map(({ path }) => fileFromPath(path)))
  const one = await inlet.bundles.import(files, {
    ...(bundleKey === undefined ? { name: options.name } : { bundleKey }),
    onBegun: (key) => writeFile(statePath, `${JSON.stringify(stateOf(key, volumes))}\n`),
    ...reporting(context, volumes),
  })
  await rm(statePath, { force: true })
  if (one.status !== 'completed')
    throw new CliError(one.error_reason ?? 'The import has failed.', {
      code: one.error_code ?? 'bundle_failed',
    })
  const { bundle_key, project_id, omitted, unmatched } = one
  context.output.document({ bundle_key, project_id, omitted, unmatched }, [
    `Imported as project ${project_id}.`,
    ...(unmatched ?? []).map(
      ({ kind, count, examples }) => `Not imported: ${kind} (${count}), for example ${examples.join(', ')}.`,
    ),
  ])
  return exitCodes.done
}

interface State {
  bundle_key: string
  volumes: { name: string; size: number }[]
}

const stateOf = (key: string, volumes: readonly VolumeFile[]): State => ({
  bundle_key: key,
  volumes: volumes.map(({ path, size }) => ({ name: basename(path), size })),
})

/** The import of an earlier run with the same archives, unless it has failed. */
async function findStarted(
  inlet: Inlet,
  path: string,
  volumes: readonly VolumeFile[],
): Promise<string | undefined> {
  const state = await readState(path)
  if (!state || JSON.stringify(stateOf(state.bundle_key, volumes)) !== JSON.stringify(state)) return undefined
  try {
    const { status } = await inlet.bundles.status(state.bundle_key)
    return status === 'failed' ? undefined : state.bundle_key
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

function reporting({ output }: Context, volumes: readonly VolumeFile[]) {
  const total = Math.max(
    1,
    volumes.reduce((sum, { size }) => sum + size, 0),
  )
  let sent = 0
  let shown = -1
  const say = (what: string, percent: number) => {
    if (percent === shown) return
    shown = percent
    output.say(`${what}: ${percent} %.`)
  }
  return {
    onSent(bytes: number) {
      sent += bytes
      const percent = Math.floor((100 * sent) / total)
      if (percent % 10 === 0) say('Uploading', percent)
    },
    onProgress({ status, progress }: BundleImport) {
      if (status === 'processing') say('Importing', progress)
    },
  }
}
