import { formatBytes } from '../ui/format/bytes.ts'
import { timeLeft } from '../ui/format/time.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useOnline } from '../ui/use-online.ts'
import classes from './UploadTray.module.css'
import type { UploadSummary } from './upload-summary.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Progress of all uploads together. */
export function UploadTotal({ summary }: { summary: UploadSummary }) {
  const isOnline = useOnline()
  const seconds = useTimeLeft(summary)
  const { sentBytes, totalBytes } = summary
  const left = isOnline ? seconds !== undefined && timeLeft(seconds) : 'Waiting for the connection'
  return (
    <div className={classes.total}>
      <p>
        {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        {left && ` · ${left}`}
      </p>
      <ProgressBar share={totalBytes > 0 ? sentBytes / totalBytes : 0} label="Progress of all uploads" />
    </div>
  )
}
