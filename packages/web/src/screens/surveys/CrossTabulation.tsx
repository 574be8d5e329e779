import { getCrossTabulation, getSurvey, type SurveyColumn } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { CrossTable } from './CrossTable.tsx'
import classes from './CrossTabulation.module.css'
import { type CrossSearch, type CrossShow, canCross, crossCsv, crossFileName } from './cross-table.ts'
import { writeCsv } from './csv.ts'
import { downloadCsv } from './download.ts'
import { FilterStrip } from './FilterStrip.tsx'
import { Switch } from './Switch.tsx'
import { useFilterQuestions } from './use-filter-questions.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const route = getRouteApi('/inside/surveys/$uploadKey/cross-tabulation')
const showOptions: { value: CrossShow; label: string }[] = [
  { value: 'count', label: 'Counts' },
  { value: 'row', label: 'Row %' },
  { value: 'column', label: 'Column %' },
]

/** Two questions against each other. The questions and the percentages are in the URL. */
export function CrossTabulation() {
  const { uploadKey } = route.useParams()
  const chosen = route.useSearch()
  const { data: survey } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  if (!survey) return <Loading label="the questions" />
  const questions = survey.columns.filter(canCross)
  const [first, second] = questions
  if (!first || !second)
    return (
      <EmptyState title="Not enough questions.">
        A cross tabulation takes two single choice, multiple choice or NPS questions.
      </EmptyState>
    )
  const has = (position: number | undefined) => questions.some((one) => one.position === position)
  const rows = has(chosen.rows)
    ? (chosen.rows ?? 0)
    : (chosen.columns === first.position ? second : first).position
  const isOther = has(chosen.columns) && chosen.columns !== rows
  const columns = isOther ? (chosen.columns ?? 0) : (rows === first.position ? second : first).position
  return (
    <Chosen
      uploadKey={uploadKey}
      questions={questions}
      columnsOfSurvey={survey.columns}
      rows={rows}
      columns={columns}
      show={chosen.show ?? 'count'}
    />
  )
}

function Chosen(props: {
  uploadKey: string
  questions: readonly SurveyColumn[]
  columnsOfSurvey: readonly SurveyColumn[]
  rows: number
  columns: number
  show: CrossShow
}) {
  const { uploadKey, questions, columnsOfSurvey, rows, columns, show } = props
  const { filter, search } = useSurveyFilter()
  const navigate = useNavigate()
  const filterQuestions = useFilterQuestions(uploadKey, filter, columnsOfSurvey)
  const query = useQuery({
    ...queryOf(getCrossTabulation, {
      params: { upload_key: uploadKey },
      query: { ...search, rows, columns },
    }),
    placeholderData: keepPreviousData,
  })
  const set = (to: CrossSearch) =>
    void navigate({
      to: '.',
      search: ((old: Record<string, unknown>) => ({ ...old, rows, columns, ...to })) as never,
      resetScroll: false,
    })
  const { data, isPlaceholderData } = query
  return (
    <>
      <div className={classes.tools}>
        <QuestionSelect
          label="Rows"
          value={rows}
          questions={questions.filter(({ position }) => position !== columns)}
          onChange={(position) => set({ rows: position })}
        />
        <QuestionSelect
          label="Columns"
          value={columns}
          questions={questions.filter(({ position }) => position !== rows)}
          onChange={(position) => set({ columns: position })}
        />
        <Button variant="default" onClick={() => set({ rows: columns, columns: rows })}>
          Swap
        </Button>
      </div>
      <FilterStrip
        questions={filterQuestions}
        matching={isPlaceholderData ? undefined : data?.matching}
        total={data?.total}
        hint="All responses. Filters of the overview also apply here."
      />
      {query.isError && (
        <ErrorPanel
          title="The cross tabulation could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {!data && !query.isError && <Loading label="the cross tabulation" rows={6} rowHeight={36} />}
      {data && !query.isError && (
        <div className={classes.card} data-stale={isPlaceholderData || undefined}>
          <CrossTable table={data} show={show} />
          <div className={classes.foot}>
            <Switch
              label="Show"
              value={show}
              onChange={(next) => set({ show: next })}
              options={showOptions}
            />
            <Button
              variant="default"
              className={classes.csv ?? ''}
              onClick={() => downloadCsv(crossFileName(data), writeCsv(crossCsv(data)))}
            >
              Export CSV
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function QuestionSelect(props: {
  label: string
  value: number
  questions: readonly SurveyColumn[]
  onChange: (position: number) => void
}) {
  const { label, value, questions, onChange } = props
  const id = useId()
  return (
    <div className={classes.question}>
      <label htmlFor={id}>{label}</label>
      <PlainSelect
        id={id}
        className={classes.select ?? ''}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {questions.map(({ position, name }) => (
          <option key={position} value={position}>
            {name}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
