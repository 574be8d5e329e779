import type { SurveyColumn, SurveyResponse } from '@inlet/contract/workspace'
import classes from './AnswerList.module.css'

const questionTypes: readonly SurveyColumn['type'][] = [
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'Open-ended',
]

/** All answers of one response, in survey order, including questions without an answer. */
export function AnswerList(props: { columns: readonly SurveyColumn[]; answers: SurveyResponse['answers'] }) {
  const byPosition = new Map(props.answers.map((answer) => [answer.position, answer]))
  const questions = props.columns.filter(({ type }) => questionTypes.includes(type))
  return (
    <dl className={classes.answers}>
      {questions.map(({ position, name, type }) => {
        const answer = byPosition.get(position)
        return (
          <div key={position}>
            <dt dir="auto">{name}</dt>
            {answer ? (
              <Answer type={type} values={answer.values} isCut={answer.is_cut} />
            ) : (
              <dd className={classes.none}>No answer</dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

function Answer(props: { type: SurveyColumn['type']; values: readonly string[]; isCut: boolean }) {
  const { type, values, isCut } = props
  if (type === 'Ranking')
    return (
      <dd>
        <ol className={classes.places}>
          {values.map((value) => (
            <li key={value} dir="auto">
              {value}
            </li>
          ))}
        </ol>
      </dd>
    )
  return (
    <>
      {values.map((value) => (
        <dd key={value} dir="auto" data-long={type === 'Open-ended' || undefined}>
          {value}
          {isCut && ' …'}
        </dd>
      ))}
    </>
  )
}
