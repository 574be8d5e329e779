import { listFailures } from '@inlet/contract/workspace'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Operator.module.css'
import { Section } from './Section.tsx'
import { TableFrame } from './TableFrame.tsx'
import { useWatched } from './use-watched.ts'

/** In all teams; names of files are not told to operators. */
export function Failures() {
  const query = useWatched(listFailures, {})
  const failures = query.data?.failures ?? []
  return (
    <Section title="Recent failures" query={query}>
      {failures.length === 0 ? (
        <p className={classes.calm}>
          <StatusWord tone="ready">Nothing has failed.</StatusWord>
        </p>
      ) : (
        <TableFrame label="Failed imports">
          <caption className="visually-hidden">Imports that failed last, in all teams</caption>
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
