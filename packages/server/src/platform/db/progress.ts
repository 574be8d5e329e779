import { type RawBuilder, sql } from 'kysely'

/**
 * The percentage to save for a row with `stage` and `percent`. A file is fetched twice if the service downloads it, and the
 * second time must not look like a step back.
 */
export const afterFetching = (percent: number): RawBuilder<number> =>
  sql`greatest(case when stage = 'fetching' then percent end, ${percent})`
