import type { WorkspaceTeam } from '@inlet/contract/workspace'
import { formatBytes } from '../../ui/format/bytes.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import classes from './Team.module.css'

export function TeamStorage({ storage }: { storage: WorkspaceTeam['storage'] }) {
  const { used_bytes: used, quota_bytes: quota } = storage
  return (
    <section aria-label="Storage">
      <h2 className={classes.heading}>Storage</h2>
      <p className={classes.text}>
        {quota === null
          ? `${formatBytes(used)} uploaded. There is no limit.`
          : `${formatBytes(used)} of ${formatBytes(quota)} used.`}
        {quota !== null && used >= quota && ' New imports are refused. Ask an operator for a larger quota.'}
      </p>
      {quota !== null && (
        <div className={classes.form}>
          <ProgressBar share={Math.min(1, used / quota)} label="Storage used" />
        </div>
      )}
    </section>
  )
}
