import { getSurvey, type SurveyColumn } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Table } from '../../ui/Table.tsx'
import { columnTypeLabels, confidenceLabel } from '../../uploads/column-labels.ts'
import classes from './Columns.module.css'
import { RetypeColumn } from './RetypeColumn.tsx'

const route = getRouteApi('/inside/surveys/$uploadKey/columns')

/** Every column of the file with its type, including columns that were not imported. */
export function Columns() {
  const { uploadKey } = route.useParams()
  const { can_write: canWrite } = useSession()
  const { data: survey } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const [chosen, setChosen] = useState<SurveyColumn>()
  if (!survey) return <Loading label="columns" />
  if (survey.columns.length === 0)
    return <EmptyState title="No columns yet.">They appear once the first part has been read.</EmptyState>
  const { retyping } = survey
  return (
    <>
      {canWrite && !survey.can_retype && !retyping && (
        <p className={classes.hint}>Types can be changed when the import is complete.</p>
      )}
      <Table isStackedOnPhones className={classes.table} aria-label="Columns">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">Why</th>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {survey.columns.map((column) => {
            const isChanging = retyping?.position === column.position
            return (
              <tr key={column.position}>
                <th scope="row" dir="auto">
                  {column.name}
                </th>
                <td>
                  {isChanging
                    ? `Changing to ${columnTypeLabels[retyping.type]}`
                    : columnTypeLabels[column.type]}
                </td>
                <td className={classes.why}>{!isChanging && whyColumn(column)}</td>
                <td>
                  {canWrite && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={!survey.can_retype}
                      aria-label={`Change type: ${column.name}`}
                      onClick={() => setChosen(column)}
                    >
                      Change type
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      {chosen && <RetypeColumn survey={survey} column={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function whyColumn({ confidence, reason }: SurveyColumn): string {
  // Full confidence means that the type was set, not detected.
  return confidence === 1 ? reason : `${confidenceLabel(confidence)}. ${reason}`
}
