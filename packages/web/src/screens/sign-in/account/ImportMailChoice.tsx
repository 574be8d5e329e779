import { getImportMail, type ImportMail, importMailChoices, setImportMail } from '@inlet/contract/workspace'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryOf } from '../../../api/queries.ts'
import { showNotice } from '../../../notices/notice-store.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { PlainSelect } from '../../../ui/PlainSelect.tsx'
import classes from './Account.module.css'

const labels: Record<ImportMail, string> = {
  never: 'Never',
  failed: 'When some have failed',
  finished: 'When all are ready or have failed',
}

/** Which outcomes of their uploads the user gets by e-mail. */
export function ImportMailChoice() {
  const client = useQueryClient()
  const query = useQuery(queryOf(getImportMail, {}))
  const save = useMutation({
    mutationFn: (choice: ImportMail) => call(setImportMail, { body: { choice } }),
    onSuccess(saved) {
      client.setQueryData(queryOf(getImportMail, {}).queryKey, saved)
      showNotice({ text: 'Setting saved.' })
    },
  })
  if (query.isError)
    return (
      <ErrorPanel
        title="The setting could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Loading label="the setting" />
  if (!query.data.can_send)
    return <p className={classes.text}>This service cannot send e-mail. Ask your operator to set it up.</p>
  return (
    <>
      <p className={classes.field}>
        <label htmlFor="import-mail">E-mail about files that you upload here</label>
        <PlainSelect
          id="import-mail"
          value={save.isPending ? save.variables : query.data.choice}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate(target.value as ImportMail)}
        >
          {importMailChoices.map((choice) => (
            <option key={choice} value={choice}>
              {labels[choice]}
            </option>
          ))}
        </PlainSelect>
      </p>
      {save.isError && <ErrorPanel title="The setting was not saved." error={save.error} />}
    </>
  )
}
