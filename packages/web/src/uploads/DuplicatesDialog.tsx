/** Files that were imported before: upload them again, or not. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openPath } from '../links/open-path.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { countOf } from '../ui/format/count.ts'
import { ScrollFrame } from '../ui/ScrollFrame.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import classes from './DuplicatesDialog.module.css'
import type { FoundDuplicate } from './upload-steps.ts'

export function DuplicatesDialog(props: {
  found: readonly FoundDuplicate[]
  projectId: number
  onUpload: () => void
  onClose: () => void
}) {
  const { found, projectId, onUpload, onClose } = props
  const isOne = found.length === 1
  return (
    <Dialog
      title={
        isOne ? 'This file was imported before' : `${countOf(found.length, 'file')} were imported before`
      }
      onClose={onClose}
      size={560}
    >
      <ScrollFrame label="Duplicates" className={classes.frame}>
        <ul className={classes.list}>
          {found.map(({ file, duplicate }) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.item}>
              <bdi className={classes.name}>{file.name}</bdi>
              <span className={classes.where}>
                Same content as{' '}
                <Link to={openPath(duplicate)} onClick={onClose}>
                  <bdi>{duplicate.name}</bdi>
                </Link>
                {duplicate.project.id === projectId ? (
                  ' in this project'
                ) : (
                  <>
                    {' '}
                    in <bdi>{duplicate.project.name}</bdi>
                  </>
                )}
                , <TimeAgo at={duplicate.created_at} isPlain />
              </span>
            </li>
          ))}
        </ul>
      </ScrollFrame>
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            onClose()
            onUpload()
          }}
        >
          Upload anyway
        </Button>
        <Button data-autofocus onClick={onClose}>
          {isOne ? 'Skip' : `Skip ${countOf(found.length, 'file')}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
