import { listFailures } from '@inlet/contract/workspace'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { TableFrame } from './TableFrame.tsx'
import { usePolledQuery } from './use-polled-query.ts'

/** Failures of all teams. File names are not shown to operators. */
export function Failures() {
  const query = usePolledQuery(listFailures, {})
  const failures = query.data?.failures ?? []
  return (
    <Section title="Recent failures" query={query}>
      {failures.length === 0 ? (
        <p className={classes.calm}>
          <StatusLabel tone="ready">No failures.</StatusLabel>
        </p>
      ) : (
        <TableFrame label="Failed imports">
          <caption className="visually-hidden">Latest failed imports in all teams</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Team</th>
              <th scope="col">Kind</th>
              <th scope="col">Why</th>
              <th scope="col">Code</th>
            </tr>
          </thead>
          <tbody>
            {failures.map((failure) => (
              <tr key={`${failure.kind} ${failure.key}`}>
                <td>
                  <TimeAgo at={failure.at} />
                </td>
                <td>{failure.team.name}</td>
                <td>{failure.kind}</td>
                <td className={classes.reason}>{failure.message}</td>
                <td className={classes.mono}>{failure.code}</td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </Section>
  )
}
