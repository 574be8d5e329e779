import { createHash } from 'node:crypto'
import { basename, extname, resolve } from 'node:path'
import {
  type ImportSurveyOptions as Import,
  ImportFailedError,
  type Inlet,
  type MediaConfig,
  type SurveyUpload,
} from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import { chooseProject, findProject } from '../../client/find-project.ts'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type FoundFile, findFiles } from '../../files/find-files.ts'
import type { ReferenceOptions } from '../../imports/references.ts'
import { checkColumns, readMapping } from '../../surveys/column-mapping.ts'
import { type CsvOptions, checkCsvFile, csvOptions, hashOf, readHeader } from '../../surveys/csv-file.ts'
import { completeAndWait, sendParts } from '../../surveys/send-parts.ts'
import { type SentFile, saveSentFile } from '../../surveys/sent-files.ts'
import { findChangedMedia } from '../../surveys/sent-media.ts'
import { showSurvey } from '../../surveys/show-survey.ts'
import { trackSurvey } from './track-survey.ts'

export interface ImportSurveyOptions extends CommonOptions, CsvOptions, ReferenceOptions {
  project?: string
  /** Bytes per second. */
  limitRate?: number
  name?: string
  map?: string[]
  autoMap: boolean
  media?: string
  mediaLink?: string
  panel: boolean
  wait: boolean
  again: boolean
}

export async function importSurvey(
  context: Context,
  file: string,
  options: ImportSurveyOptions,
): Promise<ExitCode> {
  const { output, env } = context
  await checkCsvFile(file)
  const csv = csvOptions(options)
  const media = options.media === undefined ? [] : (await findFiles([options.media])).files
  const described = await describeImport(context, file, media, options)
  const credentials = await findCredentials(env, options.profile)
  const inlet = openClient(context, credentials, { maxBytesPerSecond: options.limitRate })
  const project = await findProject(inlet, chooseProject(options.project, env, credentials))
  const hash = await hashOf(file)
  const idempotencyKey = nameOf(hash, project.id, described, options.again)
  const request = {
    ...described,
    changedMedia: await findChangedMedia(stateFolder(env), idempotencyKey, media),
    projectId: project.id,
    ...(options.externalId !== undefined && { externalId: options.externalId }),
    ...(options.metadata && { metadata: options.metadata }),
    idempotencyKey,
  }
  const stop = context.listenForStop((text) => output.say(text))
  const handle = inlet.surveys.import(await fileFromPath(file), { ...csv, ...request, signal: stop.soft })
  const forget = trackSurvey(output, handle, basename(file))
  try {
    const { upload_key, part_numbers } = await handle.started()
    const sent: SentFile = {
      path: resolve(file),
      hash,
      firstPart: 1,
      numParts: part_numbers.length,
      stage: 'sent',
      ...csv,
    }
    await saveSentFile(stateFolder(env), upload_key, sent)
    output.say(`The upload key is ${upload_key}.`)
    await handle.accepted()
    if (options.wait) return showSurvey(output, await endOf(inlet, handle.done(), sent, stop.soft))
    handle.cancel()
    showSurvey(output, await inlet.surveys.status(upload_key))
    return exitCodes.done
  } catch (error) {
    if (!stop.soft.aborted) throw error
    output.say('Interrupted. Run the same command again to resume; the survey is imported once.')
    return exitCodes.interrupted
  } finally {
    forget()
    stop.done()
  }
}

type Described = Pick<
  Import,
  'name' | 'columnMapping' | 'autoMap' | 'addToResearchPanel' | 'mediaConfig' | 'media'
>

async function describeImport(
  { output }: Context,
  file: string,
  media: readonly FoundFile[],
  options: ImportSurveyOptions,
): Promise<Described> {
  const columnMapping = readMapping(options.map ?? [])
  checkColumns(columnMapping, (await readHeader(file, csvOptions(options))).names)
  if (!options.autoMap && Object.keys(columnMapping).length === 0)
    output.warn(
      'Without --map or --auto-map every column is ignored. Run "inlet survey preview" to see possible types.',
    )
  const mediaConfig = readMediaLink(options)
  return {
    name: options.name ?? basename(file, extname(file)),
    columnMapping,
    autoMap: options.autoMap,
    addToResearchPanel: options.panel,
    media: await Promise.all(media.map((one) => fileFromPath(one.path))),
    ...(mediaConfig && { mediaConfig }),
  }
}

/** Derived from the survey itself, so that a second run resumes the upload of the first. */
function nameOf(
  hash: string,
  projectId: number,
  { media = [], ...described }: Described,
  isAgain: boolean,
): string {
  const files = media.map((one) => ('name' in one ? [one.name, one.size] : []))
  const content = JSON.stringify([hash, projectId, described, files, isAgain ? Date.now() : 0])
  return `inlet-cli-${createHash('sha256').update(content).digest('base64url')}`
}

/** The same parser has accepted the CSV locally, so a part that the service cannot read was damaged in transit. */
async function endOf(
  inlet: Inlet,
  done: Promise<SurveyUpload>,
  file: SentFile,
  signal: AbortSignal,
): Promise<SurveyUpload> {
  try {
    return await done
  } catch (error) {
    const { part_number, code } = error instanceof ImportFailedError ? (error.errorDetails ?? {}) : {}
    if (!(error instanceof ImportFailedError) || part_number === undefined || !code?.startsWith('csv_'))
      throw error
    const wanted = new Set([part_number])
    await sendParts(inlet, { uploadKey: error.key, file, wanted }, { signal })
    return completeAndWait(inlet, error.key, { signal, isWaiting: true })
  }
}

function readMediaLink({ media, mediaLink }: ImportSurveyOptions): MediaConfig | undefined {
  if (mediaLink === undefined) return undefined
  if (media === undefined) throw usageError('--media-link needs --media.')
  const isExact = mediaLink.endsWith(':exact')
  const how = isExact ? mediaLink.slice(0, -':exact'.length) : mediaLink
  const match = isExact ? { match: 'exact' as const } : {}
  if (how === 'auto' || how === 'email' || how === 'name') return { link_by: how, ...match }
  if (how.startsWith('column=')) return { link_by: 'column', column: how.slice('column='.length), ...match }
  throw usageError(`--media-link must be auto, email, name or column=HEADER, not "${mediaLink}".`)
}
