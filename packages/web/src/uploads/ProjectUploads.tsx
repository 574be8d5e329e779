/** Upload buttons of a project page. */
import { Button, Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { acceptFiles } from './accept-files.ts'
import { withoutSystemFiles } from './dropped-files.ts'
import { FileInput } from './FileInput.tsx'
import { acceptedFiles, acceptedInsights } from './file-kinds.ts'
import { useAsUploadTarget } from './upload-target.ts'
// Loaded with the page, so that the uploads can be shown after the connection was lost.
import './UploadList.tsx'

const LinkDialog = lazyComponent(() => import('./LinkDialog.tsx'), 'LinkDialog')
/** Not on most phones. */
const canPickFolders = 'webkitdirectory' in HTMLInputElement.prototype

export function ProjectUploads({ projectId, projectName }: { projectId: number; projectName: string }) {
  const [isLinkOpen, setLinkOpen] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const insights = useRef<HTMLInputElement>(null)
  const add = (list: readonly File[], kind: 'file' | 'insight') =>
    void acceptFiles({ files: list, kind, projectId })
  useAsUploadTarget({ projectId, projectName })
  useShortcut({ keys: 'u', label: 'Upload files', group: 'Project' }, () => files.current?.click())
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" />}>
            Add from…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canPickFolders && <Menu.Item onClick={() => folder.current?.click()}>Upload a folder</Menu.Item>}
          <Menu.Item onClick={() => setLinkOpen(true)}>Import from a link</Menu.Item>
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
      <FileInput
        ref={folder}
        label="Folder"
        isFolder
        onPick={(list) => add(withoutSystemFiles(list), 'file')}
      />
      <Suspense>
        {isLinkOpen && <LinkDialog projectId={projectId} onClose={() => setLinkOpen(false)} />}
      </Suspense>
    </>
  )
}
