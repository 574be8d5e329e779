/** Saves a small text that the page has made. Large exports come from the server. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  // No file system takes these; a question may be long.
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').slice(-120)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
