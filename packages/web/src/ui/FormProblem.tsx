import { isApiError } from '../api/api-error.ts'
import classes from './FormProblem.module.css'

/** Why a form was not taken, above its button. */
export function FormProblem({ error }: { error: unknown }) {
  if (!error) return null
  const text = isApiError(error) ? error.message : 'Something went wrong here. Reload the page and try again.'
  return (
    <div role="alert" className={classes.problem}>
      <p>{text}</p>
      {isApiError(error) && error.details.length > 0 && (
        <ul>
          {error.details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field} {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
