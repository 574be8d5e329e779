/** Uploads the media files of a survey whose upload is open. Those that have arrived are not sent again. */
import { registerSurveyMedia } from '@inlet/contract/workspace'
import { call } from '../api/call.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadWatch } from './upload-store.ts'

/** Each name becomes a descriptor, which is valid for an hour: a few at a time. */
const namesPerCall = 20

export async function sendMediaFiles(
  uploadKey: string,
  media: readonly File[],
  { onSent, signal }: Pick<UploadWatch, 'onSent' | 'signal'>,
): Promise<void> {
  let before = 0
  for (let at = 0; at < media.length; at += namesPerCall) {
    const files = media.slice(at, at + namesPerCall)
    const body = { files: files.map(({ name }) => name) }
    const { media_files } = await call(
      registerSurveyMedia,
      { params: { upload_key: uploadKey }, body },
      { signal },
    )
    for (const file of files) {
      const descriptor = media_files.find(
        ({ filename }) => filename === file.name.normalize('NFC') || filename === file.name,
      )
      const sent = before
      if (descriptor)
        await uploadContent(descriptor, file, { signal, onSent: (bytes) => onSent(sent + bytes) })
      before += file.size
      onSent(before)
    }
  }
}
