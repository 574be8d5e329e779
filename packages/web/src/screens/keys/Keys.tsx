import { type ApiKey, listKeys } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { CreateKey } from './CreateKey.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import { KeyDrawer } from './KeyDrawer.tsx'
import { KeyRow } from './KeyRow.tsx'
import classes from './Keys.module.css'
import { NewSecret } from './NewSecret.tsx'

const route = getRouteApi('/inside/keys')

export function Keys() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const { can_write: canCreate } = useSession()
  const [isCreating, setCreating] = useState(false)
  const [issued, setIssued] = useState<IssuedSecret>()
  // Key usage is not part of the change stream, so refetch when the user returns from a terminal.
  const query = useQuery({ ...queryOf(listKeys, {}), refetchOnWindowFocus: 'always' })
  const setOpen = (key: ApiKey | undefined) =>
    void navigate({
      to: '/keys',
      search: key ? { open: key.client_id } : {},
      resetScroll: false,
    })
  useRowKeys('API keys')
  useShortcut({ keys: 'n', label: 'Create key', group: 'API keys' }, () => setCreating(true), canCreate)
  const keys = query.data?.keys ?? []
  const live = keys.filter(({ state }) => state === 'live')
  const ended = keys.filter(({ state }) => state !== 'live')
  const opened = keys.find(({ client_id: id }) => id === open)
  const row = (key: ApiKey) => (
    <KeyRow key={key.client_id} item={key} isOpen={key === opened} onOpen={() => setOpen(key)} />
  )
  return (
    <>
      <PageHeader
        title="API keys"
        below={
          <>
            Scripts and integrations import with an API key. See the{' '}
            <a href="/docs" target="_blank" rel="noreferrer">
              API reference
            </a>
            .
          </>
        }
        actions={
          canCreate && (
            <Button leftSection={<Icon name="add" />} onClick={() => setCreating(true)}>
              Create key
            </Button>
          )
        }
      />
      {query.isPending && <Loading label="keys" />}
      {query.isError && (
        <ErrorPanel
          title="The keys could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && keys.length === 0 && (
        <EmptyState title="No API keys yet.">
          {canCreate
            ? 'Create one key per integration, so you can revoke it without affecting the others.'
            : 'Viewers cannot create keys. Ask a team admin for another role.'}
        </EmptyState>
      )}
      {live.length > 0 && <DataList label="Active keys">{live.map(row)}</DataList>}
      {ended.length > 0 && (
        <>
          <h2 className={classes.heading}>Inactive keys</h2>
          <DataList label="Inactive keys">{ended.map(row)}</DataList>
        </>
      )}
      {isCreating && query.data && (
        <CreateKey
          canMakeTeamKeys={query.data.can_make_team_keys}
          onDone={(created) => {
            setCreating(false)
            setIssued(created)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {opened && !issued && (
        <KeyDrawer item={opened} onIssued={setIssued} onClose={() => setOpen(undefined)} />
      )}
      {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}
