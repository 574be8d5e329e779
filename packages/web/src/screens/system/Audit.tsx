import { listAudit } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/queries.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { actionLabel } from './system-labels.ts'
import { TableFrame } from './TableFrame.tsx'

export function Audit() {
  const query = useInfiniteQuery(pagesOf(listAudit, { query: { limit: 20 } }))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Section title="Audit log" query={query}>
      {entries.length === 0 ? (
        <p className={classes.calm}>No entries yet.</p>
      ) : (
        <TableFrame label="Audit log entries">
          <caption className="visually-hidden">Audit log, newest first</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">User</th>
              <th scope="col">Action</th>
              <th scope="col">Target</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <TimeAgo at={entry.at} />
                </td>
                <td>{entry.by.name}</td>
                <td>{actionLabel(entry.action)}</td>
                <td className={classes.mono}>{entry.subject}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      <MoreButton query={query} label="Show more" />
    </Section>
  )
}
