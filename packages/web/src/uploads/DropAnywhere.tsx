/** Accepts files that are dropped or pasted on any page. The upload button of a project does the same. */
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSession } from '../api/session.ts'
import { showNotice } from '../notices/notice-store.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PanelBoundary } from '../ui/PanelBoundary.tsx'
import classes from './DropAnywhere.module.css'
import { readDropped } from './dropped-files.ts'
import { takeEarlyDrops } from './early-drops.ts'
import { isField, namePasted } from './pasted-files.ts'
import { isTakenDrop } from './taken-drops.ts'
import { listSteps, onSteps } from './upload-steps.ts'
import { useUploadTarget } from './upload-target.ts'

const UploadDialogs = lazyComponent(() => import('./UploadDialogs.tsx'), 'UploadDialogs')

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
/** So that files can also be dropped after the connection was lost. */
const loadAfterMs = 3_000
const load = () => import('./accept-files.ts')

export function DropAnywhere() {
  const [isOver, setOver] = useState(false)
  const steps = useSyncExternalStore(onSteps, listSteps)
  const { can_write: canWrite } = useSession()
  const target = useUploadTarget()
  const take = useEffectEvent(async (reading: Promise<File[]>) => {
    if (!canWrite)
      return showNotice({
        text: 'Viewers cannot upload files. Ask a team admin for another role.',
        isProblem: true,
      })
    try {
      const [files, { acceptFiles }] = await Promise.all([reading, load()])
      await acceptFiles({ files, kind: 'file', projectId: target?.projectId })
    } catch {
      showNotice({ text: 'The files could not be read. Add them again.', isProblem: true })
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    for (const reading of takeEarlyDrops()) void take(reading)
    const over = (event: DragEvent) => hasFiles(event) && setOver(true)
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      setOver(false)
      if (event.dataTransfer && !isTakenDrop(event)) void take(readDropped(event.dataTransfer))
    }
    const paste = ({ clipboardData, target: field }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0 && !isField(field)) void take(Promise.resolve(namePasted(files, new Date())))
    }
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (!canWrite) return undefined
    const timer = setTimeout(() => void load().catch(() => {}), loadAfterMs)
    return () => clearTimeout(timer)
  }, [canWrite])
  return (
    <>
      {isOver && canWrite && (
        <div className={classes.target} aria-hidden="true">
          <p>
            {target ? `Drop to upload into ${target.projectName}` : 'Drop to upload, then choose a project'}
          </p>
        </div>
      )}
      <PanelBoundary
        title="The upload cannot continue yet."
        page={(problem) => <div className={classes.problem}>{problem}</div>}
      >
        <Suspense>{steps[0] && <UploadDialogs step={steps[0]} />}</Suspense>
      </PanelBoundary>
    </>
  )
}
