import {
  getProject,
  getProjectSettings,
  type ProjectSettings as Settings,
  updateProject,
} from '@inlet/contract/workspace'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { isGone, isInletError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { NameField } from '../../ui/NameField.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { LanguageFields } from './LanguageFields.tsx'
import { PrivacyFields } from './PrivacyFields.tsx'
import { ProjectEnd } from './ProjectEnd.tsx'
import { ProjectExports } from './ProjectExports.tsx'
import classes from './ProjectSettings.module.css'
import { SharingFields } from './SharingFields.tsx'
import { changesOf, draftOf, type SettingsDraft } from './settings-draft.ts'

const route = getRouteApi('/inside/projects/$projectId/settings')

export function ProjectSettings() {
  const { projectId } = route.useParams()
  const query = queryOf(getProjectSettings, { params: { project_id: projectId } })
  const { data, error } = useQuery({ ...query, staleTime: 0 })
  if (error && (!data || isGone(error)))
    return <ProblemPage title="The settings cannot be shown." error={error} />
  if (!data) return <Loading label="the settings" />
  return (
    <>
      <PageHeader
        title="Settings"
        documentTitle={`Settings of ${data.name}`}
        above={<ProjectLink project={data} />}
      />
      <SettingsForm key={projectId} settings={data} />
      {data.is_manager && (
        <>
          <ProjectExports project={data} />
          <ProjectEnd project={data} />
        </>
      )}
    </>
  )
}

/** Keeps what was changed here when the settings change elsewhere, and refuses to overwrite them unseen. */
function SettingsForm({ settings }: { settings: Settings }) {
  const { can_write: canWrite } = useSession()
  const { shown, draft, isTouched, change, start } = useDraft(settings, draftOf)
  const client = useQueryClient()
  const params = { project_id: String(settings.id) }
  const query = queryOf(getProjectSettings, { params })
  const fetchSettings = () => client.fetchQuery({ ...query, staleTime: 0 })
  const save = useMutation({
    mutationFn: async () => {
      await call(updateProject, { params, body: changesOf(draftOf(shown), draft) }, { ifMatch: shown.etag })
      start(await fetchSettings(), draft)
      refreshLists(client)
      await client.invalidateQueries({ queryKey: [getProject.operationId] })
    },
  })
  const showCurrent = useMutation({
    mutationFn: fetchSettings,
    onSuccess: (fresh) => {
      start(fresh)
      save.reset()
    },
  })
  const set = (changes: Partial<SettingsDraft>) => {
    if (save.isSuccess) save.reset()
    change(changes)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    showCurrent.reset()
    save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <fieldset className={classes.fields} disabled={!canWrite}>
        <SectionHeading>General</SectionHeading>
        <NameField value={draft.name} onChange={(name) => set({ name })} />
        <LanguageFields draft={draft} onChange={set} />
        <Switch
          label="Exclude from search and AI"
          description="Excludes it from searches across projects and from AI agents. Search inside the project still works."
          checked={draft.isLeftOutOfSearch}
          onChange={(event) => set({ isLeftOutOfSearch: event.currentTarget.checked })}
        />
        <SectionHeading>Access</SectionHeading>
        <SharingFields draft={draft} canShare={settings.is_manager} onChange={set} />
        <SectionHeading>Privacy</SectionHeading>
        <PrivacyFields draft={draft} onChange={set} />
      </fieldset>
      <FormProblem error={showCurrent.error ?? save.error} />
      {isInletError(save.error, 'precondition_failed') && (
        <Button variant="default" loading={showCurrent.isPending} onClick={() => showCurrent.mutate()}>
          Show current settings
        </Button>
      )}
      {canWrite && (
        <div className={classes.row}>
          <Button type="submit" loading={save.isPending}>
            Save settings
          </Button>
          <span role="status">
            {save.isSuccess && !isTouched && <StatusLabel tone="ready">Saved</StatusLabel>}
          </span>
        </div>
      )}
    </form>
  )
}
