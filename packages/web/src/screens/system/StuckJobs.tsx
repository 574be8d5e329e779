import { listQueues, listStuckJobs, type OperatorJob, requeueJob } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Section } from './Section.tsx'
import classes from './System.module.css'
import { TableFrame } from './TableFrame.tsx'
import { usePolledQuery } from './use-polled-query.ts'

export function StuckJobs() {
  const query = usePolledQuery(listStuckJobs, {})
  const jobs = query.data?.jobs ?? []
  return (
    <Section title="Stuck jobs" query={query}>
      {jobs.length === 0 ? (
        <p className={classes.calm}>
          <StatusLabel tone="ready">No stuck jobs.</StatusLabel>
        </p>
      ) : (
        <TableFrame label="Stuck job list">
          <caption className="visually-hidden">
            Jobs whose worker stopped responding, or that are waiting for a retry
          </caption>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Target</th>
              <th scope="col">Attempt</th>
              <th scope="col">Last heartbeat</th>
              <th scope="col">Why</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <Row key={job.id} job={job} />
            ))}
          </tbody>
        </TableFrame>
      )}
    </Section>
  )
}

function Row({ job }: { job: OperatorJob }) {
  const [isConfirming, setConfirming] = useState(false)
  const client = useQueryClient()
  const requeue = useMutation({
    mutationFn: () => call(requeueJob, { params: { job_id: job.id } }),
    onSuccess: () => setConfirming(false),
    onSettled: () =>
      Promise.all(
        [listStuckJobs, listQueues].map(({ operationId }) =>
          client.invalidateQueries({ queryKey: [operationId] }),
        ),
      ),
  })
  return (
    <tr>
      <td>{job.queue}</td>
      <td className={classes.mono}>{job.subject ?? job.id}</td>
      <td>
        {job.attempt} of {job.max_attempts}
      </td>
      <td>
        {job.next_attempt_at ? (
          <>
            retry <TimeAgo at={job.next_attempt_at} />
          </>
        ) : job.last_sign_at ? (
          <TimeAgo at={job.last_sign_at} />
        ) : (
          'none'
        )}
      </td>
      <td className={classes.reason}>{job.reason ?? ''}</td>
      <td>
        <Button variant="default" onClick={() => setConfirming(true)}>
          Requeue job
        </Button>
        {isConfirming && (
          <ConfirmDialog
            title="Requeue 1 job?"
            action="Requeue 1 job"
            isPending={requeue.isPending}
            error={requeue.error}
            onConfirm={() => requeue.mutate()}
            onClose={() => setConfirming(false)}
          >
            <p className={classes.text}>
              The next free worker takes the {job.queue} job. If the previous worker is still running, it
              detects that it was replaced, so nothing is done twice.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
