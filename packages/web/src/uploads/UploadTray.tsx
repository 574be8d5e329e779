/** The uploads of this tab, shown above every page. Can be minimized. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { countOf, formatCount } from '../ui/format/count.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { UploadItem } from './UploadItem.tsx'
import classes from './UploadTray.module.css'
import { dismissFinished, listUploads, onUploads, type Upload } from './upload-store.ts'

const isActive = ({ state }: Upload) => state === 'queued' || state === 'sending'

export function UploadTray() {
  const uploads = useSyncExternalStore(onUploads, listUploads)
  const [isSmall, setSmall] = useState(false)
  const active = uploads.filter(isActive).length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const done = uploads.filter(({ state }) => state === 'done').length

  useEffect(() => {
    if (active === 0) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])

  if (uploads.length === 0) return null
  const words = [
    active > 0 && `${countOf(active, 'file')} uploading`,
    done > 0 && `${formatCount(done)} uploaded`,
    failed > 0 && `${formatCount(failed)} failed`,
  ].filter(Boolean)
  const summary = words.length > 0 ? words.join(' · ') : 'Uploads'
  if (isSmall)
    return (
      <button type="button" className={classes.pill} onClick={() => setSmall(false)}>
        <Icon name="upload" />
        {summary}
      </button>
    )
  return (
    <section className={classes.tray} aria-label="Uploads">
      <header className={classes.head}>
        <h2 className={classes.title}>{summary}</h2>
        <IconButton icon="minimise" label="Minimize" onClick={() => setSmall(true)} />
        {active === 0 && failed === 0 && (
          <IconButton icon="close" label="Close uploads" onClick={dismissFinished} />
        )}
      </header>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}
