/** The upload of the transcript that a recording may bring. */
import type { FormUpload } from '@inlet/contract'
import { maxTranscriptBytes } from '@inlet/transcripts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import {
  acceptIfPresent,
  describeForm,
  type FileKind,
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
  type UploadRule,
} from '../uploads/uploads.public.ts'
import { transcriptExtensions, transcriptFormatOf } from './transcript.policy.ts'

export interface NewTranscriptUpload {
  name: string
  uploadKey: string
  descriptor: FormUpload
}

/** Null if the request names no transcript. */
export async function createTranscriptUpload(
  store: ObjectStore,
  { kind }: { kind: FileKind },
  name: string | undefined,
): Promise<NewTranscriptUpload | null> {
  if (name === undefined) return null
  const rule = readRule(name, kind)
  const uploadKey = newUploadKey()
  return { name, uploadKey, descriptor: await describeForm(store, uploadKey, rule) }
}

interface TranscriptColumns {
  transcript_name: string | null
  transcript_upload_key: string | null
}

/** A new form for the same upload, for a repeated call. */
export async function describeTranscriptUpload(
  store: ObjectStore,
  { transcript_name: name, transcript_upload_key: key }: TranscriptColumns,
): Promise<FormUpload | null> {
  const rule = name === null ? undefined : ruleOf(name)
  return rule && key !== null ? describeForm(store, key, rule) : null
}

/** Null if none was uploaded: then speech recognition transcribes the recording. */
export async function acceptTranscript(
  deps: { db: Db; store: ObjectStore },
  { transcript_name: name, transcript_upload_key: uploadKey }: TranscriptColumns,
  checkSize: (bytes: number) => Promise<void>,
): Promise<PinnedObject | null> {
  const rule = name === null ? undefined : ruleOf(name)
  return rule && uploadKey !== null ? acceptIfPresent(deps, { uploadKey, rule, checkSize }) : null
}

const field = 'transcript_file_name'

function readRule(name: string, kind: FileKind): UploadRule {
  if (kind !== 'audio' && kind !== 'video') throw invalidField(field, 'is only accepted for audio and video')
  if (hasForbiddenCharacters(name)) throw invalidField(field, forbiddenCharactersMessage)
  const rule = ruleOf(name)
  if (rule) return rule
  throw new AppError('unsupported_extension', {
    message: `This file type is not supported as a transcript. Use a file name that ends in one of: ${transcriptExtensions.join(', ')}.`,
    body: { details: [{ field, message: 'must end in a supported extension' }] },
  })
}

function ruleOf(name: string): UploadRule | undefined {
  const format = transcriptFormatOf(name)
  return format && { maxBytes: maxTranscriptBytes, contentType: format.contentType, hasFormType: true }
}
