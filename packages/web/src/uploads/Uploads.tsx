/** Uploads on every page: where files are dropped, the dialogs they need, and the list. Loaded after the page. */
import { DropAnywhere } from './DropAnywhere.tsx'
import { UploadTray } from './UploadTray.tsx'

export function Uploads() {
  return (
    <>
      <UploadTray />
      <DropAnywhere />
    </>
  )
}
