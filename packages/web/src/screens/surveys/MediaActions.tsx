import {
  deleteMedia,
  restoreMedia,
  type SurveyMedia,
  type WorkspaceSurvey,
  withdrawSurveyMedia,
} from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { reasonOf } from '../../manage/item-texts.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { mediaExtensions } from '../../uploads/survey-media-files.ts'
import classes from './MediaActions.module.css'
import { PickFile } from './PickFile.tsx'
import { ReplaceMedia } from './ReplaceMedia.tsx'
import { refreshMedia, sendMediaAgain } from './send-again.ts'

/** Actions for a media file: upload it again, replace it with a file of another name, remove or delete it. */
export function MediaActions({ survey, media }: { survey: WorkspaceSurvey; media: SurveyMedia }) {
  const { can_write: canWrite } = useSession()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'replace' | 'remove'>()
  const remove = useMutation({
    mutationFn: () =>
      call(withdrawSurveyMedia, { params: { upload_key: survey.upload_key, media_id: String(media.id) } }),
    onSuccess: () => {
      setDialog(undefined)
      refreshMedia(client)
    },
  })
  const name = media.filename
  const params = { media_key: media.key }
  const moveToTrash = useMutation({
    mutationFn: () => call(deleteMedia, { params }),
    onSuccess: () => {
      const undo = async () => {
        await call(restoreMedia, { params })
        refreshMedia(client)
        return { text: `Restored “${name}”.` }
      }
      showNotice({ text: `Moved “${name}” to the trash.`, undo })
      refreshMedia(client)
    },
    onError: (error) => showNotice({ text: reasonOf(error), isProblem: true }),
  })
  if (!canWrite) return null
  return (
    <div className={classes.actions}>
      {media.can_retry && (
        <>
          <PickFile
            label={media.status === 'PENDING' ? 'Upload' : 'Upload again'}
            about={name}
            accept={mediaExtensions}
            onPick={(file) => sendMediaAgain(client, survey, media, file)}
          />
          <Button variant="default" aria-label={`Replace: ${name}`} onClick={() => setDialog('replace')}>
            Replace
          </Button>
        </>
      )}
      {media.can_withdraw && (
        <Button variant="default" aria-label={`Remove: ${name}`} onClick={() => setDialog('remove')}>
          Remove
        </Button>
      )}
      {!media.can_withdraw && (
        <Button
          variant="default"
          aria-label={`Delete: ${name}`}
          loading={moveToTrash.isPending}
          onClick={() => moveToTrash.mutate()}
        >
          Delete
        </Button>
      )}
      {dialog === 'replace' && (
        <ReplaceMedia survey={survey} media={media} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove file"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setDialog(undefined)}
        >
          <p className={classes.text}>
            The survey no longer expects this file, and its upload is deleted. A recording that is already
            matched is kept.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
