import { type ApiKey, createWebhook, listKeys } from '@inlet/contract/workspace'
import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { EventChoices } from './EventChoices.tsx'
import { toFilters } from './event-labels.ts'
import { formErrorsOf } from './form-errors.ts'
import type { IssuedSecret } from './issued-secret.ts'
import { useProjects } from './use-projects.ts'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'

const canHaveWebhooks = ({ state, scopes }: ApiKey) => state === 'live' && scopes.includes('webhook:write')

export function CreateWebhook(props: { onDone: (issued: IssuedSecret) => void; onClose: () => void }) {
  const query = useQuery(queryOf(listKeys, {}))
  const keys = query.data?.keys.filter(canHaveWebhooks) ?? []
  return (
    <Dialog title="Create webhook" size={560} onClose={props.onClose}>
      {query.isPending && <Loading label="keys" />}
      {query.isError && (
        <ErrorPanel
          title="Your API keys could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess &&
        (keys.length > 0 ? <WebhookForm keys={keys} {...props} /> : <NoKey onClose={props.onClose} />)}
    </Dialog>
  )
}

function NoKey({ onClose }: { onClose: () => void }) {
  return (
    <div className={classes.form}>
      <p>
        A webhook needs an active API key with the permission “Manage webhooks”. You have none. Create one in{' '}
        <Link to="/keys">API keys</Link>, then come back.
      </p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </div>
  )
}

function WebhookForm(props: {
  keys: readonly ApiKey[]
  onDone: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { keys, onDone, onClose } = props
  const [clientId, setClientId] = useState(keys[0]?.client_id ?? '')
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<readonly string[]>()
  const [projectIds, setProjectIds] = useState<string[]>([])
  const [description, setDescription] = useState('')
  const projects = useProjects()
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () =>
      call(createWebhook, {
        body: {
          client_id: clientId,
          url: url.trim(),
          types: types ? toFilters(types) : [],
          project_ids: projectIds.map(Number),
          description: description.trim(),
        },
      }),
    onSuccess: async (issued) => {
      await refresh()
      onDone(issued)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  const errors = formErrorsOf(create.error)
  /** A refusal no longer applies once the form has changed. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      if (create.isError) create.reset()
    }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <TextInput
        label="URL"
        description="Where events are sent. Use https and a public host."
        data-autofocus
        required
        withAsterisk={false}
        dir="ltr"
        maxLength={2000}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        error={errors.url}
        onChange={(event) => changed(setUrl)(event.currentTarget.value)}
      />
      <Select
        label="API key"
        description="Sends the events that this key can access. Stops when the key is revoked or expires."
        data={keys.map(({ client_id: value, name, secrets }) => ({
          value,
          label: secrets[0] ? `${name} (…${secrets[0].last_four})` : name,
        }))}
        value={clientId}
        allowDeselect={false}
        error={errors.key}
        onChange={(value) => changed(setClientId)(value ?? clientId)}
      />
      <EventChoices chosen={types} error={errors.types} onChange={changed(setTypes)} />
      <MultiSelect
        label="Limit to projects"
        description="Leave empty for all projects that the key can access."
        data={projects?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={projectIds}
        searchable
        maxValues={100}
        nothingFoundMessage="No project with this name."
        error={errors.projects}
        onChange={changed(setProjectIds)}
      />
      <TextInput
        label="Description"
        description="Optional. What the receiver does with the events."
        dir="auto"
        maxLength={200}
        value={description}
        error={errors.description}
        onChange={(event) => changed(setDescription)(event.currentTarget.value)}
      />
      {Object.keys(errors).length === 0 && <FormProblem error={create.error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={create.isPending}
          disabled={url.trim() === '' || (types !== undefined && types.length === 0)}
        >
          Create webhook
        </Button>
      </DialogActions>
    </form>
  )
}
