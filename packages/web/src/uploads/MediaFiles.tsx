/** Adds media files to a survey before it is uploaded. */
import { useState } from 'react'
import { formatBytes } from '../ui/format/bytes.ts'
import { countOf } from '../ui/format/count.ts'
import { TextButton } from '../ui/TextButton.tsx'
import { FilePicker } from './FilePicker.tsx'
import classes from './SurveyDialog.module.css'
import { addMedia, isMediaFile, mediaExtensions } from './survey-media-files.ts'

export function MediaFiles({
  media,
  onChange,
}: {
  media: readonly File[]
  onChange: (media: File[]) => void
}) {
  const [refused, setRefused] = useState<readonly string[]>([])
  const add = (files: readonly File[]) => {
    setRefused(files.filter((file) => !isMediaFile(file)).map(({ name }) => name))
    onChange(addMedia(media, files.filter(isMediaFile)))
  }
  const bytes = media.reduce((sum, { size }) => sum + size, 0)
  return (
    <fieldset className={classes.media}>
      <legend>Media files</legend>
      <p>
        Recordings of the answers. They are matched by the column with their names, or by the e-mail address
        or name of a respondent.
      </p>
      <div className={classes.mediaRow}>
        <FilePicker accept={mediaExtensions} onPick={add}>
          {media.length === 0 ? 'Add media files' : 'Add more'}
        </FilePicker>
        <span role="status">
          {media.length > 0 && `${countOf(media.length, 'media file')}, ${formatBytes(bytes)}`}
        </span>
        {media.length > 0 && <TextButton onClick={() => onChange([])}>Remove all</TextButton>}
      </div>
      {refused.length > 0 && (
        <p role="alert" className={classes.refused}>
          Not added: {refused.join(', ')}. Use mp4, mov, avi, m4v, webm, mp3, m4a, wav or aac.
        </p>
      )}
    </fieldset>
  )
}
