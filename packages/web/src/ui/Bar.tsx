import type { CSSProperties, MouseEvent } from 'react'
import classes from './BarList.module.css'
import { formatCount } from './format/count.ts'
import { formatPercent } from './format/percent.ts'

export interface BarItem {
  id: string
  label: string
  count: number
  /** Share without filters, shown as a thin line behind the bar. */
  unfilteredShare?: number
  isPressed?: boolean
}

export function Bar(props: {
  item: BarItem
  base: number
  onToggle?: (id: string, isAdding: boolean) => void
}) {
  const { item, base, onToggle } = props
  const share = base > 0 ? item.count / base : 0
  const size = { '--share': share, '--ghost': item.unfilteredShare ?? 0 } as CSSProperties
  const inner = (
    <>
      <span className={classes.label} dir="auto">
        {item.label}
      </span>
      <span className={classes.track} style={size} aria-hidden="true">
        <span className={classes.fill} />
        {item.unfilteredShare !== undefined && <span className={classes.ghost} />}
      </span>
      <span className={classes.number}>
        {formatPercent(item.count, base)} <span className={classes.count}>{formatCount(item.count)}</span>
      </span>
    </>
  )
  if (!onToggle) return <div className={classes.bar}>{inner}</div>
  return (
    <button
      type="button"
      className={classes.bar}
      aria-pressed={item.isPressed ?? false}
      onClick={(event: MouseEvent) => onToggle(item.id, event.shiftKey)}
    >
      {inner}
    </button>
  )
}
