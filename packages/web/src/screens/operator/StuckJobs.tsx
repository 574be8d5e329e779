import { listQueues, listStuckJobs, type OperatorJob, requeueJob } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Operator.module.css'
import { Section } from './Section.tsx'
import { TableFrame } from './TableFrame.tsx'
import { useWatched } from './use-watched.ts'

export function StuckJobs() {
  const query = useWatched(listStuckJobs, {})
  const jobs = query.data?.jobs ?? []
  return (
    <Section title="Stuck" query={query}>
      {jobs.length === 0 ? (
        <p className={classes.calm}>
          <StatusWord tone="ready">Nothing is stuck.</StatusWord>
        </p>
      ) : (
        <TableFrame label="Stuck jobs">
          <caption className="visually-hidden">
            Jobs whose worker is silent, or that wait for another attempt
          </caption>
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Works on</th>
              <th scope="col">Attempt</th>
              <th scope="col">Last sign</th>
              <th scope="col">Why</th>
              <th scope="col">
                <span className="visually-hidden">Act</span>
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
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const requeue = useMutation({
    mutationFn: () => call(requeueJob, { params: { job_id: job.id } }),
    onSuccess: () => setAsking(false),
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
            tried again <TimeAgo at={job.next_attempt_at} />
          </>
        ) : job.last_sign_at ? (
          <TimeAgo at={job.last_sign_at} />
        ) : (
          'none'
        )}
      </td>
      <td className={classes.reason}>{job.reason ?? ''}</td>
      <td>
        <Button variant="default" onClick={() => setAsking(true)}>
          Requeue job
        </Button>
        {isAsking && (
          <ConfirmDialog
            title="Requeue 1 job?"
            action="Requeue 1 job"
            isPending={requeue.isPending}
            error={requeue.error}
            onConfirm={() => requeue.mutate()}
            onClose={() => setAsking(false)}
          >
            <p className={classes.text}>
              The job of {job.queue} is taken by the next free worker. A worker that still works on it in
              silence finds that it was replaced; nothing is done twice.
            </p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
