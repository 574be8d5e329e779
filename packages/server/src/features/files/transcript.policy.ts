/** File names of transcripts that a recording may bring. Pure. */

const contentTypes: Readonly<Record<string, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  sbv: 'text/plain',
  json: 'application/json',
  otr: 'application/json',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export const transcriptExtensions: readonly string[] = Object.keys(contentTypes)

/** Undefined for a name that does not end in the extension of a transcript. */
export function transcriptFormatOf(fileName: string): { extension: string; contentType: string } | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  const contentType =
    fileName.includes('.') && Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined
  return contentType === undefined ? undefined : { extension, contentType }
}
