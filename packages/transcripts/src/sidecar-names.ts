/** Extensions by preference: those that can be nothing else, and the ones with the best times, first. */
const transcriptExtensions = ['vtt', 'srt', 'sbv', 'otr', 'json', 'docx', 'txt']

/** Names of files that may be the transcript of a recording: `talk.mp4` may have `talk.vtt` or `talk.mp4.vtt`. */
export function sidecarNames(recordingName: string): string[] {
  const dot = recordingName.lastIndexOf('.')
  const stem = dot < 0 ? recordingName : recordingName.slice(0, dot)
  return transcriptExtensions.flatMap((extension) => [
    `${stem}.${extension}`,
    `${recordingName}.${extension}`,
  ])
}
