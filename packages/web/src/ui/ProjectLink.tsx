import { Link } from '@tanstack/react-router'

export function ProjectLink({ project: { id, name } }: { project: { id: number; name: string } }) {
  return (
    <Link to="/projects/$projectId" params={{ projectId: String(id) }}>
      {name}
    </Link>
  )
}
