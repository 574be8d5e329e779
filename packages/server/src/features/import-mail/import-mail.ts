/** The e-mail about imports that have ended. Pure. */

export interface ReportedImport {
  name: string
  project: string
  /** Why it failed; null if it is ready. */
  failure: string | null
}

export interface ImportMailContent {
  name: string
  imports: readonly ReportedImport[]
  publicUrl: string
}

const maxListed = 20

export function writeImportMail({ name, imports, publicUrl }: ImportMailContent): {
  subject: string
  text: string
} {
  const failed = imports.filter(({ failure }) => failure !== null)
  const ready = imports.filter(({ failure }) => failure === null)
  const paragraphs = [
    `Hello ${name},`,
    ...(failed.length > 0 ? [`${count(failed.length)} failed:`, list(failed)] : []),
    ...(ready.length > 0
      ? [`${count(ready.length)} ${ready.length === 1 ? 'is' : 'are'} ready:`, list(ready)]
      : []),
    `See your imports: ${publicUrl}/imports`,
    `Choose which e-mails you get: ${publicUrl}/account`,
  ]
  return { subject: subjectOf(failed, ready), text: `${paragraphs.join('\n\n')}\n` }
}

function subjectOf(failed: readonly ReportedImport[], ready: readonly ReportedImport[]): string {
  const [first] = [...failed, ...ready]
  if (first && failed.length + ready.length === 1)
    return first.failure === null ? `${first.name} is ready` : `${first.name} failed`
  if (failed.length === 0) return `${count(ready.length)} are ready`
  if (ready.length === 0) return `${count(failed.length)} failed`
  return `${count(failed.length)} failed, ${ready.length} ${ready.length === 1 ? 'is' : 'are'} ready`
}

const count = (n: number) => `${n} ${n === 1 ? 'import' : 'imports'}`

function list(imports: readonly ReportedImport[]): string {
  const lines = imports
    .slice(0, maxListed)
    .map(({ name, project, failure }) => `- ${name} (${project})${failure === null ? '' : `: ${failure}`}`)
  const rest = imports.length - maxListed
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}
