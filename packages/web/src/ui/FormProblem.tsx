import { isInletError } from '../api/api-error.ts'
import classes from './FormProblem.module.css'

/** Why a form was rejected, shown above its buttons. */
export function FormProblem({ error }: { error: unknown }) {
  if (!error) return null
  const text = isInletError(error) ? error.message : 'Something went wrong. Reload the page and try again.'
  return (
    <div role="alert" className={classes.problem}>
      <p>{text}</p>
      {isInletError(error) && error.details.length > 0 && (
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
