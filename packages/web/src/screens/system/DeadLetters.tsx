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
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { TableFrame } from './TableFrame.tsx'
import { usePolledQuery } from './use-polled-query.ts'

const changed = [listDeadLetters, listQueues, listAudit]

/** Jobs that used all attempts. The buttons act on the jobs shown. */
export function DeadLetters() {
  const [confirming, setConfirming] = useState<'retry' | 'dismiss'>()
  const query = usePolledQuery(listDeadLetters, { query: { limit: 100 } })
  const client = useQueryClient()
  const jobs = query.data?.jobs ?? []
  const count = query.data?.count ?? 0
  const act = useMutation({
    mutationFn: (what: 'retry' | 'dismiss') =>
      call(what === 'retry' ? retryDeadLetters : dismissDeadLetters, {
        body: { ids: jobs.map(({ id }) => id) },
      }),
    onSuccess: () => setConfirming(undefined),
    onSettled: () =>
      Promise.all(changed.map(({ operationId }) => client.invalidateQueries({ queryKey: [operationId] }))),
  })
  const jobCount = countOf(jobs.length, 'job')
  const buttons = jobs.length > 0 && (
    <>
      <Button variant="default" onClick={() => setConfirming('retry')}>
        Retry {jobCount}
      </Button>
      <Button variant="default" onClick={() => setConfirming('dismiss')}>
        Dismiss {jobCount}
      </Button>
    </>
  )
  return (
    <Section title="Failed jobs" query={query} actions={buttons}>
      {jobs.length === 0 ? (
        <p className={classes.calm}>
          <StatusLabel tone="ready">No failed jobs.</StatusLabel>
        </p>
      ) : (
        <TableFrame label="Jobs that failed all attempts">
          <caption className={count > jobs.length ? classes.text : 'visually-hidden'}>
            {formatCount(jobs.length)} of {countOf(count, 'job')}, newest first
          </caption>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Target</th>
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
      {confirming && (
        <ConfirmDialog
          title={`${confirming === 'retry' ? 'Retry' : 'Dismiss'} ${jobCount}?`}
          action={`${confirming === 'retry' ? 'Retry' : 'Dismiss'} ${jobCount}`}
          isPending={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <p className={classes.text}>
            {confirming === 'retry'
              ? 'Each job restarts from the beginning. A job whose record is already finished does nothing.'
              : 'The jobs are deleted. Their records stay as they are and are not processed further.'}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
