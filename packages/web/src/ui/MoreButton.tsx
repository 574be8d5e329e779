import { Button } from '@mantine/core'
import classes from './MoreButton.module.css'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

export function MoreButton({ query, label }: { query: Pages; label: string }) {
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
