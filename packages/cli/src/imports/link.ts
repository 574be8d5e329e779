/** Links that the service downloads. They may be signed, so that the journal has only a hash of them. */
import { createHash } from 'node:crypto'
import { InvalidInputError, nameOfUrl } from '@inlet/sdk'
import { usageError } from '../errors.ts'
import type { ImportSource } from '../files/import-source.ts'
import { findObstacle, kindOf } from '../files/kinds.ts'
import type { Entries, Entry, ImportAs } from '../journal/entries.ts'
import type { DecideOptions } from './decide.ts'
import type { ImportTask, NextStep } from './import-task.ts'

export type Link = Omit<ImportTask, 'next'> & { sourceUrl: string }

export interface LinkOptions {
  /** Of the only link. */
  name?: string | undefined
  as: ImportAs
}

export const isLink = (path: string): boolean => /^https?:\/\//i.test(path)

/** Each link once. */
export function readLinks(urls: readonly string[], options: LinkOptions): Link[] {
  const links = new Map(urls.map((url) => [url, readLink(url, options)]))
  if (options.name !== undefined && links.size !== 1)
    throw usageError('--name sets the file name of one link. Pass exactly one link with it.')
  return [...links.values()]
}

function readLink(url: string, { name: givenName, as }: LinkOptions): Link {
  const displayPath = displayed(url)
  const name = givenName ?? nameOf(url, displayPath)
  const obstacle = findObstacle(name, 1)
  const kind = kindOf(name)
  if (obstacle !== undefined || !kind)
    throw usageError(`${givenName === undefined ? displayPath : `--name ${name}`}: ${obstacle ?? ''}`)
  return {
    path: `url:${hashOf(url)}`,
    displayPath,
    name,
    kind,
    bytes: 0,
    as: kind === 'document' ? as : 'file',
    source: readByService,
    sourceUrl: url,
  }
}

export const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Without the query, which has the signature of a signed link. */
function displayed(url: string): string {
  if (!URL.canParse(url)) throw usageError(`${url.split('?')[0]} is not a valid link.`)
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function nameOf(url: string, displayPath: string): string {
  try {
    return nameOfUrl(url)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    throw usageError(
      `${displayPath} does not end in a file name with an extension. Give the name with --name, such as --name interview.mp4.`,
    )
  }
}

const readByService: ImportSource = {
  identify: async () => undefined,
  hash: () => Promise.reject(new Error('The service reads it.')),
  open: () => Promise.reject(new Error('The service reads it.')),
}

export const planLinks = (
  entries: Pick<Entries, 'at'>,
  links: readonly Link[],
  options: DecideOptions,
): ImportTask[] =>
  links.map((link) => ({ ...link, next: nextStepOf(entries.at(link.path, link.as), options) }))

/** `resume` repeats initialize with the id of the entry as its idempotency key, so that there is no second record. */
function nextStepOf(entry: Entry | undefined, { retryFailed, again }: DecideOptions): NextStep {
  if (!entry) return { step: 'start', why: 'new' }
  if (again) return { step: 'start', why: 'asked', old: entry }
  switch (entry.state) {
    case 'begun':
      return { step: 'resume', entry }
    case 'keyed':
    case 'sent':
      return { step: 'complete', entry }
    case 'accepted':
      return { step: 'follow', entry }
    case 'completed':
      return { step: 'nothing', entry }
    case 'failed':
      return retryFailed ? { step: 'start', why: 'asked', old: entry } : { step: 'nothing', entry }
  }
}

/** What to do about a download that failed. The reason of the service is for all clients. */
export function explainLinkFailure(reason: string, code: string | undefined): string {
  if (code === 'source_unreachable')
    return `${reason} To try the same link again, run the command with --retry-failed.`
  if (code === 'type_mismatch')
    return `${reason} The link may lead to a web page, such as one to sign in; use a link that downloads the file itself.`
  return reason
}
