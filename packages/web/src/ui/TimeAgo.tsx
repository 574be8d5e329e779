import { Tooltip } from '@mantine/core'
import { exactTime, timeAgo } from './format/time.ts'
import classes from './TimeAgo.module.css'
import { useNow } from './use-now.ts'

/** Use `isPlain` inside links and buttons, which are focusable themselves. */
export function TimeAgo({ at, isPlain = false }: { at: string; isPlain?: boolean }) {
  const now = useNow()
  const time = new Date(at)
  const text = timeAgo(time, time > now ? new Date() : now)
  if (isPlain)
    return (
      <time dateTime={at} title={exactTime(time)}>
        {text}
      </time>
    )
  return (
    <Tooltip label={exactTime(time)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} className={classes.time}>
        {text}
      </time>
    </Tooltip>
  )
}
