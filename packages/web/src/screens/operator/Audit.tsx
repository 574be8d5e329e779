import { listAudit } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/queries.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Operator.module.css'
import { actionWord } from './operator-words.ts'
import { Section } from './Section.tsx'
import { TableFrame } from './TableFrame.tsx'

export function Audit() {
  const query = useInfiniteQuery(pagesOf(listAudit, { query: { limit: 20 } }))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Section title="Who did what" query={query}>
      {entries.length === 0 ? (
        <p className={classes.calm}>Nobody has done anything yet.</p>
      ) : (
        <TableFrame label="What was done">
          <caption className="visually-hidden">What was done, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">On</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <TimeAgo at={entry.at} />
                </td>
                <td>{entry.by.name}</td>
                <td>{actionWord(entry.action)}</td>
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
