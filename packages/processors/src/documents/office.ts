/** Converts a document with a LibreOffice process and profile of its own. */

import { readFile, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { Result } from '../failures.ts'
import { damaged } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'
import { nullIfMissing } from '../missing.ts'
import { pathInside, SandboxError } from '../sandbox/sandbox.ts'
import type { OfficeFilter } from './office-filters.ts'
import { moduleLibraries } from './office-filters.ts'

const profileAsset = new URL('../../assets/libreoffice/registrymodifications.xcu', import.meta.url)
const profileDir = 'profile'
const outDir = 'out'
const quietly = [
  '--headless',
  '--norestore',
  '--nologo',
  '--nodefault',
  '--nolockcheck',
  '--nofirststartwizard',
]
/** LibreOffice requests a restart after it has changed its installation, such as after an extension update. */
const restartExitCode = 81

export type Office = { readonly programDir: string; readonly buildId: string }

/** @throws SandboxError if LibreOffice is not installed. */
export async function findOffice(): Promise<Office> {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  for (const folder of folders) {
    const launcher = await nullIfMissing(realpath(join(folder, 'soffice')))
    if (launcher === null) continue
    const programDir = dirname(launcher)
    const version = (await nullIfMissing(readFile(join(programDir, 'versionrc'), 'utf8'))) ?? ''
    return { programDir, buildId: /^buildid=(.*)$/m.exec(version)?.[1]?.trim() ?? '' }
  }
  throw new SandboxError('tool_missing', 'LibreOffice (soffice) is not installed')
}

/** The files of a fresh profile, by their path in the job's directory. */
export async function profileFiles(office: Office): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [`${profileDir}/user/registrymodifications.xcu`, await readFile(profileAsset, 'utf8')],
    // Marks the extensions (there are none) as registered, which avoids a restart of 0.2 s.
    [`${profileDir}/user/extensions/buildid`, office.buildId],
  ])
}

export type Conversion = {
  /** Relative to the job's directory, like the resulting PDF. */
  readonly inputName: string
  readonly filter: OfficeFilter
  readonly wallMs?: number
}

export async function convertToPdf(
  job: Job,
  office: Office,
  conversion: Conversion,
): Promise<Result<{ pdfName: string }>> {
  const { inputName, filter, wallMs } = conversion
  const inside = pathInside(job.sandbox, job.workDir)
  const start = () =>
    runTool(job, {
      // Not the `soffice` script, which first starts a shell, a splash screen and a search for Java.
      command: join(office.programDir, 'soffice.bin'),
      args: [
        `-env:UserInstallation=file://${inside}/${profileDir}`,
        ...quietly,
        // Without it LibreOffice detects the type by content and renders a web page named .doc.
        `--infilter=${filter.input}`,
        '--convert-to',
        `pdf:${filter.output}`,
        '--outdir',
        `${inside}/${outDir}`,
        inputName,
      ],
      readOnlyPaths: [dirname(office.programDir)],
      env: {
        SAL_USE_VCLPLUGIN: 'svp',
        // Without /proc its libraries cannot locate themselves.
        LD_LIBRARY_PATH: office.programDir,
        // Address space is limited, and by default each thread reserves an arena.
        MALLOC_ARENA_MAX: '2',
      },
      limits: wallMs === undefined ? {} : { wallMs },
    })
  let end = await start()
  if (end.kind === 'crashed' && end.exitCode === restartExitCode) end = await start()
  if (end.kind === 'failed') return end
  // The exit code is 0 even if the document could not be loaded; only the PDF counts.
  const pdfName = `${outDir}/${withoutExtension(inputName)}.pdf`
  if ((await outputFile(job, pdfName)) !== null) return { ok: true, pdfName }
  await assertModule(office, filter)
  return damaged
}

/** Each program of LibreOffice is a package of its own; without it, no document of its kind can be opened. */
async function assertModule({ programDir }: Office, { output }: OfficeFilter): Promise<void> {
  const library = moduleLibraries[output]
  if ((await nullIfMissing(stat(join(programDir, library)))) === null)
    throw new SandboxError('tool_missing', `LibreOffice lacks ${library}: install all packages of the list`)
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}
