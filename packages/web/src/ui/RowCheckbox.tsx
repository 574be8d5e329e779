import classes from './RowCheckbox.module.css'

/** Selects a row of a list. `onToggle` is told whether Shift was held, to select a range. */
export function RowCheckbox(props: {
  label: string
  isChecked: boolean
  onToggle: (isRange: boolean) => void
}) {
  const { label, isChecked, onToggle } = props
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      aria-label={label}
      checked={isChecked}
      // React reports the click that changes a checkbox, also when the space bar made it.
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}
