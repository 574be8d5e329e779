/** The name or e-mail of a person, if known. */
import type { SurveyPerson } from '@inlet/contract/workspace'

export const personName = ({ name, email }: Pick<SurveyPerson, 'name' | 'email'>): string | undefined =>
  name ?? email ?? undefined
