import {
  createProjectExport,
  type ExportVolume,
  listProjectExports,
  type WorkspaceExport,
} from '@inlet/contract/workspace'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { formatBytes } from '../../ui/format/bytes.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { ExportActions } from './ExportActions.tsx'
import { allContents, choices, describeContents, type ExportChoice } from './export-texts.ts'
import classes from './ProjectSettings.module.css'

const pollMs = 2_000

/** Exports of the project, for its owner and team admins. */
export function ProjectExports({ project }: { project: { id: number } }) {
  const query = queryOf(listProjectExports, { query: { project_id: project.id } })
  const { data, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.exports.some(isRunning) ? pollMs : false),
  })
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly ExportChoice[]>(allContents)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const start = useMutation({
    mutationFn: () =>
      call(createProjectExport, {
        body: {
          project_id: project.id,
          contents: allContents.filter((one) => chosen.includes(one)),
          has_people: chosen.includes('people'),
        },
      }),
    onSuccess: refresh,
  })
  return (
    <section className={classes.form} aria-label="Export">
      <SectionHeading>Export</SectionHeading>
      <p className={classes.note}>
        Everything of the project that you can see, as ZIP archives with open formats: texts, transcripts,
        survey responses, and what you choose here. They can be downloaded for 7 days.
      </p>
      <div className={classes.group}>
        {choices.map(({ value, label, description }) => (
          <Checkbox
            key={value}
            label={label}
            description={description}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((now) => (checked ? [...now, value] : now.filter((one) => one !== value)))
            }
          />
        ))}
      </div>
      <FormProblem error={start.error ?? error} />
      <div className={classes.row}>
        <Button
          variant="default"
          loading={start.isPending}
          disabled={data?.exports.some(isRunning) ?? false}
          onClick={() => start.mutate()}
        >
          Export project
        </Button>
      </div>
      {data && data.exports.length > 0 && (
        <ul className={classes.exports}>
          {data.exports.map((one) => (
            <ExportItem key={one.export_key} export={one} onChange={refresh} />
          ))}
        </ul>
      )}
    </section>
  )
}

const isRunning = ({ status }: WorkspaceExport): boolean => status === 'processing'

function ExportItem({ export: one, onChange }: { export: WorkspaceExport; onChange: () => Promise<void> }) {
  const [volumes, setVolumes] = useState<ExportVolume[]>([])
  return (
    <li className={classes.export}>
      <div className={classes.row}>
        <ExportStatus export={one} />
        <TimeAgo at={one.created_at} />
      </div>
      <p className={classes.note}>{describeContents(one)}</p>
      {one.error_reason !== null && <p className={classes.note}>{one.error_reason}</p>}
      <ExportActions export={one} onVolumes={setVolumes} onDelete={onChange} />
      {volumes.length > 1 && (
        <ul className={classes.volumes} aria-label="Archives">
          {volumes.map(({ name, url, size_bytes: size }) => (
            <li key={name}>
              <a href={url ?? undefined} download>
                {name}
              </a>{' '}
              ({formatBytes(size)})
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ExportStatus({ export: one }: { export: WorkspaceExport }) {
  if (one.status === 'processing')
    return (
      <>
        <StatusLabel tone="working">Exporting, {one.progress} %</StatusLabel>
        <ProgressBar share={one.progress / 100} label="Progress of the export" />
      </>
    )
  if (one.status === 'completed')
    return <StatusLabel tone="ready">Complete, {formatBytes(one.size_bytes ?? 0)}</StatusLabel>
  if (one.status === 'failed') return <StatusLabel tone="failed">Failed</StatusLabel>
  return <StatusLabel tone="quiet">Expired</StatusLabel>
}
