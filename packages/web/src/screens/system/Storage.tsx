import { getStorage } from '@inlet/contract/workspace'
import type { CSSProperties } from 'react'
import { formatBytes } from '../../ui/format/bytes.ts'
import { formatCount } from '../../ui/format/count.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { storageLabels } from './system-labels.ts'
import { TableFrame } from './TableFrame.tsx'
import { usePolledQuery } from './use-polled-query.ts'

export function Storage() {
  const query = usePolledQuery(getStorage, {})
  const { data } = query
  const states = data?.states ?? []
  const total = states.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  return (
    <Section title="Storage" query={query}>
      {total > 0 && (
        <div className={classes.bar} aria-hidden="true">
          {states.map(({ name, bytes }, place) =>
            bytes ? (
              <span
                key={name}
                className={classes.part}
                data-place={place}
                style={{ '--share': bytes / total } as CSSProperties}
              />
            ) : null,
          )}
        </div>
      )}
      <TableFrame label="Storage by state">
        <caption className="visually-hidden">Objects in storage</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col" data-number="">
              Objects
            </th>
            <th scope="col" data-number="">
              Size
            </th>
            <th scope="col" data-number="">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {states.map(({ name, count, bytes }, place) => (
            <tr key={name}>
              <th scope="row">
                <span className={classes.swatch} data-place={place} />
                {storageLabels[name]}
              </th>
              <td data-number="">{formatCount(count)}</td>
              <td data-number="">{bytes === null ? 'Not tracked' : formatBytes(bytes)}</td>
              <td data-number="">
                {bytes === null || total === 0 ? '–' : `${((bytes / total) * 100).toFixed(1)} %`}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <span className={classes.swatch} data-place="none" />
              Database
            </th>
            <td />
            <td data-number="">{formatBytes(data?.database_bytes ?? 0)}</td>
            <td />
          </tr>
        </tbody>
      </TableFrame>
      {data && (
        <p className={classes.calm}>
          {formatBytes(data.bytes_last_day)} added in the last 24 hours. Measured{' '}
          <TimeAgo at={data.measured_at} />.
        </p>
      )}
    </Section>
  )
}
