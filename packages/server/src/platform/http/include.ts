import { invalidField } from '../errors.ts'

/**
 * The field groups requested by `?include=a,b`. An unknown name is an error, so that a typo does not go unnoticed.
 */
export function readInclude<Group extends string>(
  { include = '' }: { include?: string },
  groups: readonly Group[],
): ReadonlySet<Group> {
  const wanted = include
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isGroup = (name: string): name is Group => (groups as readonly string[]).includes(name)
  if (!wanted.every(isGroup)) {
    throw invalidField('include', `must be a comma-separated list of ${groups.join(', ')}`)
  }
  return new Set(wanted)
}
