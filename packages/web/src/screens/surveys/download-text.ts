/** Downloads text generated in the browser. Large exports come from the server. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  // Replace characters that file systems reject, and limit the length.
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').slice(-120)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
