import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Inlet, type SurveyUpload, upload } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError, usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { printable } from '../../output/text.ts'

type MediaFile = NonNullable<SurveyUpload['media_files']>[number]

export interface ListMediaOptions extends CommonOptions {
  failed: boolean
}

export async function listMedia(
  { connect, output }: Context,
  uploadKey: string,
  { profile, failed }: ListMediaOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const { media_files } = await readUpload(inlet, uploadKey)
  const shown = (media_files ?? []).filter((file) => !failed || isFailed(file))
  output.table(
    shown.map((file) => ({
      filename: file.filename,
      status: file.status,
      level: file.media_level,
      recording: file.recording_status,
      code: file.error_code,
      reason: reasonOf(file) ?? null,
    })),
    failed ? 'No media file of this survey has failed.' : 'This survey has no media files.',
  )
  return exitCodes.done
}

export interface ReplaceMediaOptions extends CommonOptions {
  as?: string
  wait: boolean
}

export async function replaceMedia(
  context: Context,
  { uploadKey, name, file }: { uploadKey: string; name: string; file: string },
  options: ReplaceMediaOptions,
): Promise<ExitCode> {
  const { connect, output } = context
  await requireContent(file)
  const newName = options.as ?? basename(file)
  const inlet = await connect(options)
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    const before = await readUpload(inlet, uploadKey, signal)
    // An interrupted earlier run may already have changed the name.
    const isRenamed = !find(before, name) && find(before, newName)?.status === 'PENDING'
    const renew = () => inlet.surveys.retryMedia(uploadKey, newName, { signal })
    const descriptor = isRenamed
      ? await renew()
      : await inlet.surveys.retryMedia(uploadKey, name, {
          signal,
          ...(isSame(name, newName) ? {} : { filename: newName }),
        })
    await upload(descriptor, await fileFromPath(file), { signal, renew })
    const after = await readUpload(inlet, uploadKey, signal)
    if (after.status !== 'COMPLETED') {
      output.say(
        `${printable(newName)} is uploaded and will be linked when the import continues: inlet survey retry ${uploadKey}`,
      )
      return exitCodes.done
    }
    if (!options.wait) return exitCodes.done
    return show(context, await waitUntilLinked(inlet, uploadKey, newName, signal))
  } finally {
    stop.done()
  }
}

async function requireContent(file: string): Promise<void> {
  const facts = await stat(file).catch(() => undefined)
  if (!facts?.isFile()) throw usageError(`${file} is not a file that can be read.`)
  if (facts.size === 0) throw usageError(`${file} is empty.`)
}

const pollMs = 1_500

/** The service detects the upload when the status is read, and links it immediately. */
async function waitUntilLinked(
  inlet: Inlet,
  uploadKey: string,
  name: string,
  signal: AbortSignal,
): Promise<MediaFile> {
  for (;;) {
    const file = find(await readUpload(inlet, uploadKey, signal), name)
    if (!file) throw new CliError(`${name} was withdrawn in the meantime.`, { code: 'media_not_found' })
    if (file.status === 'LINKED' || file.status === 'FAILED') return file
    await sleep(pollMs, undefined, { signal })
  }
}

function show({ output }: Context, file: MediaFile): ExitCode {
  if (output.isJson) output.document(file, [])
  else output.record({ filename: file.filename, status: file.status, level: file.media_level })
  if (file.status === 'LINKED') return exitCodes.done
  output.warn(`${printable(file.filename)} was not linked: ${reasonOf(file) ?? 'no reason was given'}`)
  return exitCodes.incomplete
}

export async function withdrawMedia(
  { connect, output }: Context,
  uploadKey: string,
  names: readonly string[],
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  for (const name of names) {
    await inlet.surveys.withdrawMedia(uploadKey, name)
    output.item({ filename: name, withdrawn: true }, `${printable(name)} is withdrawn.`)
  }
  return exitCodes.done
}

const readUpload = (inlet: Inlet, uploadKey: string, signal?: AbortSignal) =>
  inlet.surveys.status(uploadKey, { include: ['recordings'], ...(signal && { signal }) })

const isSame = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC')

const find = ({ media_files }: SurveyUpload, name: string) =>
  media_files?.find(({ filename }) => isSame(filename, name))

const isFailed = ({ status, recording_status }: MediaFile) =>
  status === 'FAILED' || recording_status === 'error'

const reasonOf = ({ error_reason, recording_error_reason }: MediaFile) =>
  error_reason ?? recording_error_reason ?? undefined
