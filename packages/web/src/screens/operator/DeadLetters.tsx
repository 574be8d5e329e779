import {
  dismissDeadLetters,
  listAudit,
  listDeadLetters,
  listQueues,
  retryDeadLetters,
} from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Operator.module.css'
import { Section } from './Section.tsx'
import { TableFrame } from './TableFrame.tsx'
import { useWatched } from './use-watched.ts'

const changed = [listDeadLetters, listQueues, listAudit]

/** Jobs whose attempts are used up. The buttons act on those that are shown, and say how many. */
export function DeadLetters() {
  const [asking, setAsking] = useState<'retry' | 'dismiss'>()
  const query = useWatched(listDeadLetters, { query: { limit: 100 } })
  const client = useQueryClient()
  const jobs = query.data?.jobs ?? []
  const count = query.data?.count ?? 0
  const act = useMutation({
    mutationFn: (what: 'retry' | 'dismiss') =>
      call(what === 'retry' ? retryDeadLetters : dismissDeadLetters, {
        body: { ids: jobs.map(({ id }) => id) },
      }),
    onSuccess: () => setAsking(undefined),
    onSettled: () =>
      Promise.all(changed.map(({ operationId }) => client.invalidateQueries({ queryKey: [operationId] }))),
  })
  const some = countOf(jobs.length, 'job')
  const buttons = jobs.length > 0 && (
    <>
      <Button variant="default" onClick={() => setAsking('retry')}>
        Retry {some}
      </Button>
      <Button variant="default" onClick={() => setAsking('dismiss')}>
        Dismiss {some}
      </Button>
    </>
  )
  return (
    <Section title="Given up" query={query} actions={buttons}>
      {jobs.length === 0 ? (
        <p className={classes.calm}>
          <StatusWord tone="ready">No job has used up its attempts.</StatusWord>
        </p>
      ) : (
        <TableFrame label="Jobs given up">
          <caption className={count > jobs.length ? classes.text : 'visually-hidden'}>
            {formatCount(jobs.length)} of {countOf(count, 'job')}, the newest first
          </caption>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Works on</th>
              <th scope="col">Attempts</th>
              <th scope="col">Why</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.id}>
                <td>{job.queue}</td>
                <td className={classes.mono}>{job.subject ?? job.id}</td>
                <td>
                  {job.attempt} of {job.max_attempts}
                </td>
                <td className={classes.reason}>{job.reason ?? ''}</td>
                <td>
                  <TimeAgo at={job.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      {asking && (
        <ConfirmDialog
          title={`${asking === 'retry' ? 'Retry' : 'Dismiss'} ${some}?`}
          action={`${asking === 'retry' ? 'Retry' : 'Dismiss'} ${some}`}
          isPending={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p className={classes.text}>
            {asking === 'retry'
              ? 'Each is tried again from the start. One whose record has reached its end meanwhile does nothing.'
              : 'They are forgotten. Their records stay as they are, and are not worked on further.'}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
