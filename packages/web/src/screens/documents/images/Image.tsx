import { getImage, type WorkspaceImage } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isGone } from '../../../api/api-error.ts'
import { queryOf } from '../../../api/queries.ts'
import { imagePath } from '../../../links/open-path.ts'
import { RecordMenu } from '../../../manage/RecordMenu.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemPage } from '../../../ui/ProblemPage.tsx'
import { ReaderPage } from '../../../ui/ReaderPage.tsx'
import { ReaderState } from '../../../ui/ReaderState.tsx'
import { useShortcut } from '../../../ui/shortcuts/use-shortcut.ts'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import classes from './Image.module.css'
import { Picture } from './Picture.tsx'
import { useNeighbours } from './use-neighbours.ts'

const route = getRouteApi('/inside/images/$key')

export function Image() {
  const { key } = route.useParams()
  const { data: item, error } = useQuery(queryOf(getImage, { params: { wav_key: key } }))
  if (error && (!item || isGone(error)))
    return <ProblemPage title="This image cannot be shown." error={error} />
  if (!item) return <Loading label="the image" />
  return <LoadedImage key={key} item={item} />
}

function LoadedImage({ item }: { item: WorkspaceImage }) {
  const navigate = useNavigate()
  const { before, after } = useNeighbours(item)
  const go = (key: string | undefined) => void (key && navigate({ to: imagePath(key) }))
  const group = 'Image'
  useShortcut({ keys: 'ArrowRight', label: 'Next image', group }, () => go(after), after !== undefined)
  useShortcut({ keys: 'ArrowLeft', label: 'Previous image', group }, () => go(before), before !== undefined)
  return (
    <ReaderPage
      title={item.name}
      project={item.project}
      facts={item.width && item.height ? `${item.width} × ${item.height}` : undefined}
      tools={
        <>
          <IconButton
            icon="back"
            label="Previous image"
            disabled={before === undefined}
            onClick={() => go(before)}
          />
          <IconButton
            icon="arrow"
            label="Next image"
            disabled={after === undefined}
            onClick={() => go(after)}
          />
          <RecordMenu item={{ ...item, kind: 'file' }} />
        </>
      }
    >
      {item.status === 'failed' ? (
        <ReaderState
          isProblem
          title="This image could not be read."
          code={item.failure?.code}
          action={<DownloadOriginal item={item} />}
        >
          {item.failure?.message}
        </ReaderState>
      ) : (
        <div className={classes.layout}>
          <ImagePreview item={item} />
          <aside className={classes.side} aria-label="Image text">
            <ImageText item={item} />
          </aside>
        </div>
      )}
    </ReaderPage>
  )
}

function ImagePreview({ item }: { item: WorkspaceImage }) {
  const path = item.content_path ?? item.thumbnail_path
  if (path === null)
    return (
      <ReaderState
        title={
          item.status === 'working' ? 'This image is being processed.' : 'Browsers cannot show this image.'
        }
        action={<DownloadOriginal item={item} />}
      >
        {item.status === 'working'
          ? 'It appears here automatically when it is ready.'
          : 'Download the original to view it.'}
      </ReaderState>
    )
  return (
    <Picture
      path={path}
      name={item.name}
      width={item.width}
      height={item.height}
      note={
        item.content_path === null
          ? 'Preview only: browsers cannot show the original, or it is protected.'
          : undefined
      }
    />
  )
}

function ImageText({ item }: { item: WorkspaceImage }) {
  const text = item.text.trim()
  return (
    <>
      <h2 className={classes.heading}>Text</h2>
      {item.status === 'working' && (
        <p className={classes.quiet}>Processing. Text appears here automatically.</p>
      )}
      {item.status !== 'working' && text === '' && <p className={classes.quiet}>No readable text.</p>}
      {text !== '' && (
        <>
          <p className={classes.text} dir="auto">
            {text}
          </p>
          <CopyButton label="Copy text" textOf={() => text} />
        </>
      )}
      {item.notices.map(({ code, message }) => (
        <p key={code} className={classes.quiet}>
          {message}
        </p>
      ))}
      <h2 className={classes.heading}>Details</h2>
      <FactList className={classes.facts}>
        <dt>Name</dt>
        <dd>
          <bdi>{item.name}</bdi>
        </dd>
        {item.bytes !== null && (
          <>
            <dt>Size</dt>
            <dd>{formatBytes(item.bytes)}</dd>
          </>
        )}
        <dt>Received</dt>
        <dd>
          <TimeAgo at={item.created_at} />
        </dd>
      </FactList>
      <DownloadOriginal item={item} />
    </>
  )
}

function DownloadOriginal({ item }: { item: WorkspaceImage }) {
  if (!item.original_url) return null
  return (
    <Button component="a" variant="default" href={item.original_url} rel="noreferrer">
      Download original
    </Button>
  )
}
