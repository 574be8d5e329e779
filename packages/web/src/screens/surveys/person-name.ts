/** What to call somebody of whom a name, an address or nothing is known. */
import type { SurveyPerson } from '@inlet/contract/workspace'

export const personName = ({ name, email }: Pick<SurveyPerson, 'name' | 'email'>): string | undefined =>
  name ?? email ?? undefined
