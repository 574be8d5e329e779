import { isInletError } from '../../api/api-error.ts'

export interface FormErrors {
  url?: string | undefined
  key?: string | undefined
  types?: string | undefined
  projects?: string | undefined
  description?: string | undefined
}

type Field = keyof FormErrors

const fieldsOfCodes: Record<string, Field> = {
  webhook_url_refused: 'url',
  webhook_limit_reached: 'key',
}

const fieldsOfBody: Record<string, Field> = {
  url: 'url',
  client_id: 'key',
  types: 'types',
  project_ids: 'projects',
  description: 'description',
}

const labels: Record<Field, string> = {
  url: 'The URL',
  key: 'The API key',
  types: 'The event types',
  projects: 'The projects',
  description: 'The description',
}

/** `client_id`, or the list in `types[2]`, `types/2` and `types.2`. */
const nameOf = (field: string) => field.split(/[[/.]/, 1)[0] ?? ''

/** Why the server refused a webhook, by field. Empty if the error belongs to no field. */
export function formErrorsOf(error: unknown): FormErrors {
  if (!isInletError(error)) return {}
  if (error.code === 'project_not_found')
    return { projects: 'The API key cannot access all of these projects. Choose others, or another key.' }
  const field = fieldsOfCodes[error.code]
  if (field) return { [field]: error.message }
  const errors: FormErrors = {}
  for (const { field: name, message } of error.details) {
    const known = fieldsOfBody[nameOf(name)]
    // A refusal that cannot be placed is shown as a whole.
    if (!known) return {}
    errors[known] = `${labels[known]} ${message}.`
  }
  return errors
}
