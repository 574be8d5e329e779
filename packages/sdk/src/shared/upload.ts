/** Uploads that the web app shares with the SDK. Not part of the published package. */
export { createSlots } from '../http/slots.ts'
export { type UploadOptions, type UploadPartsOptions, upload, uploadParts } from '../upload/upload.ts'
export type { UploadCalls } from '../upload/upload-in-parts.ts'
export { mostBytes, recordingExtensions } from '../upload/upload-limits.ts'
export { nameOfUrl } from '../upload/url-name.ts'
