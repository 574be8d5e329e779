/** Uploads to a project: button, drag and drop, and the survey dialog. */

import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { addFiles } from './add-files.ts'
import { DropTarget } from './DropTarget.tsx'
import { FileInput } from './FileInput.tsx'
import { acceptedFiles, acceptedInsights } from './file-kinds.ts'

const SurveyDialog = lazy(async () => ({ default: (await import('./SurveyDialog.tsx')).SurveyDialog }))

export function ProjectUploads({ projectId, projectName }: { projectId: number; projectName: string }) {
  const [surveys, setSurveys] = useState<readonly File[]>([])
  const files = useRef<HTMLInputElement>(null)
  const insights = useRef<HTMLInputElement>(null)
  const add = (list: readonly File[], kind: 'file' | 'insight') => {
    const found = addFiles(projectId, list, kind)
    setSurveys((before) => [...before, ...found])
  }
  useShortcut({ keys: 'u', label: 'Upload files', group: 'Project' }, () => files.current?.click())
  const [survey] = surveys
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" />}>
            Add from…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => insights.current?.click()}>Add documents as insights</Menu.Item>
          <Menu.Item component="a" href="/docs" target="_blank">
            Import with the API
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<Icon name="upload" />} onClick={() => files.current?.click()}>
        Upload files
      </Button>
      <FileInput ref={files} accept={acceptedFiles} label="Files" onPick={(list) => add(list, 'file')} />
      <FileInput
        ref={insights}
        accept={acceptedInsights}
        label="Documents"
        onPick={(list) => add(list, 'insight')}
      />
      <DropTarget name={projectName} onDrop={(list) => add(list, 'file')} />
      <Suspense>
        {survey && (
          <SurveyDialog
            key={`${survey.name} ${surveys.length}`}
            projectId={projectId}
            file={survey}
            onClose={() => setSurveys((before) => before.slice(1))}
          />
        )}
      </Suspense>
    </>
  )
}
