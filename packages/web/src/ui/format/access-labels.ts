import { type SharePreference, sharePreferences } from '@inlet/contract/workspace'

export const accessLabels: Record<SharePreference, string> = {
  [sharePreferences.everyone]: 'Everyone',
  [sharePreferences.private]: 'Private',
  [sharePreferences.roles]: 'Shared with selected roles',
}
