import { roles } from '@inlet/contract'
import { AppError } from '../errors.ts'
import type { Principal } from './principal.ts'

export const isAdmin = ({ role }: Principal): boolean => role === roles.admin

export function requireAdmin(principal: Principal): void {
  if (!isAdmin(principal)) throw new AppError('admins_only')
}

/** Operators are the admins of the one team that runs the instance. */
export function requireOperator(principal: Principal, operatorTeamId: number): void {
  if (!isAdmin(principal) || principal.teamId !== operatorTeamId) throw new AppError('operators_only')
}
