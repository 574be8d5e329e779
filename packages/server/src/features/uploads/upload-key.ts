import { randomUUID } from 'node:crypto'
import { acceptedPrefix, incomingPrefix } from '../../platform/object-store/prefixes.ts'

/** Random and independent of the file name, so that keys contain no user text. */
export const newUploadKey = () => `${incomingPrefix}${randomUUID()}`

export const newAcceptedKey = () => `${acceptedPrefix}${randomUUID()}`
