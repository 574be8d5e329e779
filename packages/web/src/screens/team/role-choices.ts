import { type Role, roles } from '@inlet/contract/workspace'
import { roleWords } from '../../ui/format/role-words.ts'

const order: readonly Role[] = [roles.admin, roles.fullSeat, roles.collaborator, roles.viewer]

export const roleChoices = order.map((role) => ({ value: String(role), label: roleWords[role] }))

export const roleOf = (value: string | null): Role =>
  order.find((role) => String(role) === value) ?? roles.viewer
