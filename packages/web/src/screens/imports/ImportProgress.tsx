import type { Import } from '@inlet/contract/workspace'
import { shareDone, timeLeftText } from '../../ui/format/import-labels.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import classes from './ImportRow.module.css'

/** Progress, failure reason or first warning. */
export function ImportProgress({ item }: { item: Import }) {
  const share = shareDone(item)
  if (share !== undefined)
    return (
      <div className={classes.progress}>
        <ProgressBar share={share} label={`Progress of ${item.name}`} />
        {timeLeftText(item)}
      </div>
    )
  if (item.failure) return <p className={classes.reason}>{item.failure.message}</p>
  const [notice] = item.notices
  return notice ? <p className={classes.reason}>{notice.message}</p> : null
}
