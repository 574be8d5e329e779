/** Summarizes an OLE compound file: its streams, and whether it needs a password. */

import type { FileHandle } from 'node:fs/promises'
import type { CompoundFile, CompoundStream } from './compound-file.ts'
import { openCompoundFile } from './compound-file.ts'

export type CompoundSummary = {
  readonly isProtected: boolean
  readonly streamNames: readonly string[]
}

export async function summarizeCompoundFile(handle: FileHandle): Promise<CompoundSummary> {
  const file = await openCompoundFile(handle)
  return {
    isProtected: await isProtected(file),
    streamNames: file.streams.slice(0, 1000).map((stream) => stream.name),
  }
}

async function isProtected(file: CompoundFile): Promise<boolean> {
  const named = (name: string) => file.streams.find((stream) => stream.name === name)
  // An encrypted .docx, .xlsx or .pptx is a compound file that contains the package.
  if (named('EncryptedPackage') !== undefined) return true
  const checks: readonly [CompoundStream | undefined, (start: Buffer) => boolean][] = [
    [named('WordDocument'), isProtectedWord],
    [named('Workbook') ?? named('Book'), isProtectedExcel],
    [named('Current User'), isProtectedPowerPoint],
  ]
  for (const [stream, isProtectedStart] of checks) {
    if (stream !== undefined && isProtectedStart(await file.readStart(stream))) return true
  }
  return false
}

/** The information block at the start of the document has a flag for it (MS-DOC, FibBase). */
function isProtectedWord(start: Buffer): boolean {
  return start.length >= 12 && (start.readUInt16LE(10) & 0x0100) !== 0
}

/** Records of a workbook: a FilePass record comes right after the first one, or after a write protection (MS-XLS). */
function isProtectedExcel(start: Buffer): boolean {
  const filePass = 0x002f
  const writeProtect = 0x0086
  let at = 0
  for (let record = 0; record < 3 && at + 4 <= start.length; record += 1) {
    const type = start.readUInt16LE(at)
    if (type === filePass) return true
    if (record > 0 && type !== writeProtect) return false
    at += 4 + start.readUInt16LE(at + 2)
  }
  return false
}

/** The token in the current user's record identifies the kind of document (MS-PPT, CurrentUserAtom). */
function isProtectedPowerPoint(start: Buffer): boolean {
  const encryptedToken = 0xf3d1c4df
  return start.length >= 16 && start.readUInt32LE(12) === encryptedToken
}
