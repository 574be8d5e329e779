/** Messages for the errors that pdf.js throws when it cannot open a file. */
const sentences: Record<string, string> = {
  PasswordException:
    'The file is password-protected. Upload a copy without a password. The original is still stored.',
  InvalidPDFException: 'The file is damaged. Upload it again from its source. The original is still stored.',
  ResponseException: 'The server did not send the pages. Try again later. The original is still stored.',
}

export function describePdfProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return (
    sentences[name] ??
    'Something went wrong while opening the pages. Try again. The original is still stored.'
  )
}
