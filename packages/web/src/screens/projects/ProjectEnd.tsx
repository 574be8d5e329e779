import { updateProject } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import classes from './ProjectSettings.module.css'

const DeleteProject = lazyComponent(() => import('./DeleteProject.tsx'), 'DeleteProject')

/** Archiving and deleting, for the owner and team admins. */
export function ProjectEnd({ project }: { project: { id: number; name: string } }) {
  const [isDeleting, setDeleting] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const setArchived = (archived: boolean) =>
    call(updateProject, { params: { project_id: String(project.id) }, body: { archived } })
  const archive = useMutation({
    mutationFn: () => setArchived(true),
    onSuccess: async () => {
      const undo = async () => {
        await setArchived(false)
        refreshLists(client)
        return { text: `Unarchived “${project.name}”.` }
      }
      await navigate({ to: '/projects' })
      showNotice({ text: `Archived “${project.name}”.`, undo })
      refreshLists(client)
    },
  })
  return (
    <section className={classes.form} aria-label="Archive and delete">
      <SectionHeading>Archive and delete</SectionHeading>
      <p className={classes.note}>
        An archived project disappears from every list and accepts no imports until you unarchive it. A
        deleted project is purged after its days in the trash.
      </p>
      <FormProblem error={archive.error} />
      <div className={classes.row}>
        <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate()}>
          Archive project
        </Button>
        <Button variant="default" onClick={() => setDeleting(true)}>
          Delete project
        </Button>
      </div>
      <Suspense>
        {isDeleting && <DeleteProject project={project} onClose={() => setDeleting(false)} />}
      </Suspense>
    </section>
  )
}
