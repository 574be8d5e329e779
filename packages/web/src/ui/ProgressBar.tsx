import classes from './ProgressBar.module.css'

/** Always show the number next to the bar as well. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100)
  return (
    <progress className={classes.bar} max={100} value={percent} aria-label={label}>
      {percent} %
    </progress>
  )
}
