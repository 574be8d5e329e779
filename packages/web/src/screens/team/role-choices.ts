import { type Role, roles } from '@inlet/contract/workspace'
import { roleDescriptions } from '../../ui/format/role-labels.ts'

const order: readonly Role[] = [roles.admin, roles.fullSeat, roles.collaborator, roles.viewer]

export const roleChoices = order.map((role) => ({ value: String(role), label: roleDescriptions[role] }))

export const roleOf = (value: string | null): Role =>
  order.find((role) => String(role) === value) ?? roles.viewer
