import { Bar, type BarItem } from './Bar.tsx'
import classes from './BarList.module.css'

/**
 * Answers with their counts as bars on one scale from 0 to 100 %. Each bar is a button: pressing it narrows
 * what is shown to those who gave that answer.
 */
export function BarList(props: {
  label: string
  items: readonly BarItem[]
  /** How many the shares are of. */
  base: number
  onToggle?: (id: string, isAdding: boolean) => void
}) {
  const { label, items, base, onToggle } = props
  return (
    <ul aria-label={label} className={classes.list}>
      {items.map((item) => (
        <li key={item.id}>
          <Bar item={item} base={base} {...(onToggle ? { onToggle } : {})} />
        </li>
      ))}
    </ul>
  )
}
