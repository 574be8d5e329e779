import { listQueues, type QueueState } from '@inlet/contract/workspace'
import { formatCount } from '../../ui/format/count.ts'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { ageOf } from './system-labels.ts'
import { TableFrame } from './TableFrame.tsx'
import { usePolledQuery } from './use-polled-query.ts'

/** Sorted by the age of the oldest job, which is more informative than the length of a queue. */
export function Queues() {
  const query = usePolledQuery(listQueues, {})
  const queues = (query.data?.queues ?? []).toSorted(byAge)
  return (
    <Section title="Queues" query={query}>
      <TableFrame label="All queues">
        <caption className="visually-hidden">Queues, longest wait first</caption>
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col" data-number="">
              Oldest job
            </th>
            <th scope="col" data-number="">
              Running
            </th>
            <th scope="col" data-number="">
              Waiting
            </th>
            <th scope="col" data-number="">
              Delayed
            </th>
            <th scope="col" data-number="">
              Failed
            </th>
            <th scope="col" data-number="">
              Longest run
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">{queue.name}</th>
              <td data-number="">{age(queue.oldest_waiting_seconds)}</td>
              <NumberCell value={queue.running} />
              <NumberCell value={queue.waiting} />
              <NumberCell value={queue.delayed} />
              <NumberCell value={queue.failed} isAlarm />
              <td data-number="">{age(queue.oldest_running_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Section>
  )
}

const byAge = (a: QueueState, b: QueueState): number =>
  (b.oldest_waiting_seconds ?? -1) - (a.oldest_waiting_seconds ?? -1) ||
  b.running - a.running ||
  b.failed - a.failed ||
  a.name.localeCompare(b.name)

const age = (seconds: number | null) =>
  seconds === null ? <span className={classes.quiet}>–</span> : ageOf(seconds)

function NumberCell({ value, isAlarm = false }: { value: number; isAlarm?: boolean }) {
  const look = value === 0 ? classes.quiet : isAlarm ? classes.alarm : undefined
  return (
    <td data-number="" className={look}>
      {formatCount(value)}
    </td>
  )
}
