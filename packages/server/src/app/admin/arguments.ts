/** Parses command-line values into the types of the use cases; an error lists the accepted values. */
import { type Role, roles, type Scope, type SharePreference, scopes, sharePreferences } from '@inlet/contract'
import { InvalidArgumentError } from 'commander'

const roleNames: Record<string, Role> = {
  full: roles.fullSeat,
  viewer: roles.viewer,
  admin: roles.admin,
  collaborator: roles.collaborator,
}

const shareNames: Record<string, SharePreference> = {
  private: sharePreferences.private,
  everyone: sharePreferences.everyone,
  roles: sharePreferences.roles,
}

function choose<T>(choices: Record<string, T>, value: string): T {
  const found = choices[value]
  if (found === undefined)
    throw new InvalidArgumentError(`Choose one of: ${Object.keys(choices).join(', ')}.`)
  return found
}

export const readRole = (value: string): Role => choose(roleNames, value)
export const readRoles = (value: string): Role[] => value.split(',').map(readRole)
export const readShare = (value: string): SharePreference => choose(shareNames, value)

export function readScopes(value: string): Scope[] {
  const byName = Object.fromEntries(scopes.map((scope) => [scope, scope]))
  return value.split(/[\s,]+/).map((word) => choose<Scope>(byName, word))
}

export function readInteger(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (Number.isInteger(number) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`Must be an integer from ${min} to ${max}.`)
  }
}

export const readId = readInteger(1, Number.MAX_SAFE_INTEGER)

export function readDate(value: string): Date {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Must be a date such as 2027-01-31.')
  return date
}

export function readSwitch(value: string): boolean {
  return choose({ on: true, off: false }, value)
}
