import { exportParticipants } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { buildUrl } from '../../api/call.ts'
import { useAllProjects } from '../../manage/use-all-projects.ts'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import classes from './Participants.module.css'

/** The project filter, and the list as CSV. */
export function ParticipantTools(props: {
  q: string
  project: number | undefined
  onProject: (id: number | undefined) => void
}) {
  const { q, project, onProject } = props
  const { projects, isPending } = useAllProjects()
  const isListed = project === undefined || projects.some(({ id }) => id === project)
  const isFiltered = q !== '' || project !== undefined
  return (
    <div className={classes.tools}>
      <PlainSelect
        aria-label="Project"
        className={classes.project ?? ''}
        value={project ?? ''}
        onChange={({ currentTarget: { value } }) => onProject(value === '' ? undefined : Number(value))}
      >
        <option value="">All projects</option>
        {!isListed && <option value={project}>{isPending ? 'Loading…' : 'Unknown project'}</option>}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </PlainSelect>
      <Button
        component="a"
        variant="default"
        download
        href={buildUrl(exportParticipants.path, {}, { ...(q && { q }), project_id: project })}
      >
        {isFiltered ? 'Export filtered CSV' : 'Export CSV'}
      </Button>
    </div>
  )
}
