import { useEffect, useEffectEvent, useState } from 'react'
import classes from './DropTarget.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page. The upload button does the same. */
export function DropTarget({ name, onDrop }: { name: string; onDrop: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => abort.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className={classes.target} aria-hidden="true">
      <p>Drop to upload into {name}</p>
    </div>
  )
}
