/** What pdf.js says when it cannot open something, in words. */
const sentences: Record<string, string> = {
  PasswordException:
    'The file asks for a password. Save a copy without one and upload that; what was uploaded is stored.',
  InvalidPDFException:
    'The file is damaged. Upload it again from where it came from; what was uploaded is stored.',
  ResponseException: 'The server did not send the pages. Nothing is lost; try again shortly.',
}

export function describePdfProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return (
    sentences[name] ??
    'Something went wrong while the pages were opened. Try again; what was uploaded is stored.'
  )
}
