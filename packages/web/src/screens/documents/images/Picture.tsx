import { useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useShortcut } from '../../../ui/shortcuts/use-shortcut.ts'
import { ToolButton } from '../../../ui/ToolButton.tsx'
import classes from './Picture.module.css'

const steps = [0.25, 0.5, 1, 2, 4]

/** An image that fits its frame or is zoomed. Its box has the final aspect ratio before the image loads. */
export function Picture(props: {
  path: string
  name: string
  width: number | null
  height: number | null
  note: string | undefined
}) {
  const { path, name, width, height, note } = props
  const [zoom, setZoom] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const group = 'Image'
  const larger = () => setZoom(steps.find((step) => step > (zoom ?? 0.99)) ?? 4)
  const smaller = () => setZoom(steps.findLast((step) => step < (zoom ?? 1)) ?? 0.25)
  const toggle = () => setZoom(zoom === undefined ? 1 : undefined)
  useShortcut({ keys: 'z', label: 'Toggle actual size', group }, toggle)
  useShortcut({ keys: '+', label: 'Zoom in', group }, larger)
  useShortcut({ keys: '-', label: 'Zoom out', group }, smaller)
  const shape = width && height ? { width, height } : {}
  const size = zoom !== undefined && width ? { style: { width: width * zoom, maxWidth: 'none' } } : {}
  return (
    <div className={classes.place}>
      <section
        className={classes.scroller}
        aria-label="Image"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        data-fit={zoom === undefined || undefined}
      >
        {hasFailed ? (
          <p className={classes.note}>The image could not be loaded. Reload the page to try again.</p>
        ) : (
          <img
            src={path}
            alt={name}
            className={classes.image}
            {...shape}
            {...size}
            onError={() => setFailed(true)}
          />
        )}
      </section>
      <div className={classes.tools}>
        {note && <p className={classes.note}>{note}</p>}
        <IconButton icon="minus" label="Zoom out" onClick={smaller} />
        <ToolButton className={classes.scale} onClick={toggle}>
          {zoom === undefined ? 'Fit' : `${zoom * 100} %`}
        </ToolButton>
        <IconButton icon="add" label="Zoom in" onClick={larger} />
      </div>
    </div>
  )
}
