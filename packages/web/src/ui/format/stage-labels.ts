import type { Import } from '@inlet/contract/workspace'

export const stageLabels: Record<NonNullable<Import['progress']>['stage'], string> = {
  fetching: 'Checking',
  converting: 'Converting',
  reading: 'Reading',
  transcribing: 'Transcribing',
  protecting: 'Protecting',
}
