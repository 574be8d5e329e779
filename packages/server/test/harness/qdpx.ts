/** Exports a project as a REFI-QDA archive, checks it, and reads it again. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openQdpx, type ReadProject } from '@inlet/refi-qda'
import { checkQdpx } from '@inlet/refi-qda/check'
import type { TestApp } from './app.ts'
import { exportNow, exportsOf, withFolder } from './exports.ts'

export interface ReadArchive {
  project: ReadProject
  /** What the schema or an importer would refuse. */
  problems: Awaited<ReturnType<typeof checkQdpx>>
  /** By name of the source; of a recording, its transcript. */
  texts: Map<string, string>
  /** Bytes of each source file, by name of the source. */
  files: Map<string, string>
  /** All bytes of the archive, unpacked. */
  everything: string
  volumes: { name: string; size_bytes: number }[]
}

export async function exportQdpx(
  app: TestApp,
  token: string,
  { projectId, contents, qdpxMb }: { projectId: number; contents?: string[]; qdpxMb?: number },
): Promise<ReadArchive> {
  const api = exportsOf(app, token)
  const key = await api.begin(projectId, { format: 'qdpx', ...(contents && { contents }) })
  await exportNow(app.deps, key, qdpxMb === undefined ? {} : { qdpxMb })
  const { volumes, status } = await api.read(key)
  if (status !== 'completed') throw new Error(`The export is ${status}.`)
  const body = await fetch(volumes[0]?.url ?? '')
  const bytes = Buffer.from(await body.arrayBuffer())
  return withFolder(async (folder) => {
    const path = join(folder, volumes[0]?.name ?? '')
    await writeFile(path, bytes)
    return { ...(await readArchive(path)), volumes }
  })
}

async function readArchive(path: string): Promise<Omit<ReadArchive, 'volumes'>> {
  const problems = await checkQdpx(path)
  const { project, readText, openFile, close } = await openQdpx(path)
  try {
    const texts = new Map<string, string>()
    const files = new Map<string, string>()
    for (const { name, text, transcripts, file } of project.sources) {
      for (const one of [text, ...transcripts]) if (one) texts.set(name, (await readText(one)) ?? '')
      if (file?.at !== 'archive') continue
      const body = await openFile(file.file)
      files.set(name, Buffer.concat(await body.toArray()).toString())
    }
    const everything = JSON.stringify([project, [...texts], [...files]])
    return { project, problems, texts, files, everything }
  } finally {
    close()
  }
}
