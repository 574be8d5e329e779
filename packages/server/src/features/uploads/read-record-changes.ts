import type { Metadata, References } from '@inlet/contract'
import { invalidField } from '../../platform/errors.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
import { readReferences } from './read-references.ts'
import { formatOf } from './upload.policy.ts'

/** What a PATCH can change of any record. */
export interface RecordChanges extends References {
  name?: string
  project_id?: number
}

export interface ChangeableRecord {
  name: string
  project_id: number
  external_id: string | null
  metadata: Metadata | null
}

/** The values after the change. With `extension`, the name is a file name and must keep it. */
export function readRecordChanges(
  current: ChangeableRecord,
  changes: RecordChanges,
  extension?: string,
): ChangeableRecord {
  const { name = current.name, project_id = current.project_id } = changes
  if (changes.name !== undefined) checkName(name, extension)
  const sent = readReferences(changes)
  return {
    name,
    project_id,
    external_id: changes.external_id === undefined ? current.external_id : sent.externalId,
    metadata: changes.metadata === undefined ? current.metadata : sent.metadata,
  }
}

function checkName(name: string, extension: string | undefined): void {
  if (name.trim() === '') throw invalidField('name', 'must not be blank')
  if (hasForbiddenCharacters(name)) throw invalidField('name', forbiddenCharactersMessage)
  if (extension !== undefined && formatOf(name)?.extension !== extension)
    throw invalidField('name', `must end in .${extension}, because the type of a file cannot be changed`)
}
