/** Downloads generated in the browser. Large exports come from the server. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  // Replace characters that file systems reject, and limit the length.
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').slice(-120)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export const downloadCsv = (name: string, text: string): void =>
  download(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
