/** The list in the tray: all uploads together, then one by one. Can be minimized. */
import { useRef, useState } from 'react'
import { countOf, formatCount } from '../ui/format/count.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { FileInput } from './FileInput.tsx'
import { resumeUploads } from './interrupted-uploads.ts'
import { UploadItem } from './UploadItem.tsx'
import { UploadTotal } from './UploadTotal.tsx'
import classes from './UploadTray.module.css'
import { cancelAllUploads, dismissFailed, dismissFinished, type Upload } from './upload-store.ts'
import { inListOrder, summarize } from './upload-summary.ts'

/** Each row of an imported file asks for its state. */
const mostRows = 100

export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const [isSmall, setSmall] = useState(false)
  const summary = summarize(uploads)
  const { active, done, failed, interrupted } = summary
  const words = [
    active > 0 && `${countOf(active, 'file')} uploading`,
    done > 0 && `${formatCount(done)} uploaded`,
    failed > 0 && `${formatCount(failed)} failed`,
    interrupted > 0 && `${formatCount(interrupted)} interrupted`,
  ].filter(Boolean)
  const title = words.length > 0 ? words.join(' · ') : 'Uploads'
  if (isSmall)
    return (
      <button type="button" className={classes.pill} onClick={() => setSmall(false)}>
        <Icon name="upload" />
        {title}
      </button>
    )
  const rows = inListOrder(uploads)
  return (
    <section className={classes.tray} aria-label="Uploads">
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <IconButton icon="minimise" label="Minimize" onClick={() => setSmall(true)} />
        {active === 0 && failed === 0 && interrupted === 0 && (
          <IconButton icon="close" label="Close uploads" onClick={dismissFinished} />
        )}
      </header>
      {active > 0 && <UploadTotal summary={summary} />}
      {(active > 1 || failed > 1 || interrupted > 1) && (
        <div className={classes.actions}>
          {active > 1 && <TextButton onClick={cancelAllUploads}>Cancel all</TextButton>}
          {failed > 1 && (
            <TextButton onClick={dismissFailed}>Dismiss {formatCount(failed)} failed</TextButton>
          )}
          {interrupted > 1 && <ResumeAll />}
        </div>
      )}
      <ul className={classes.list}>
        {rows.slice(0, mostRows).map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
        {rows.length > mostRows && (
          <li className={classes.more}>And {countOf(rows.length - mostRows, 'more file')}.</li>
        )}
      </ul>
    </section>
  )
}

function ResumeAll() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <TextButton onClick={() => input.current?.click()}>Choose files to resume</TextButton>
      <FileInput
        ref={input}
        label="Files of interrupted uploads"
        onPick={(files) => void resumeUploads(files)}
      />
    </>
  )
}
