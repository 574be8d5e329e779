/** Uploads that the web app shares with the SDK. Not part of the published package. */
export { type UploadOptions, upload } from '../upload/upload.ts'
export { mostBytes, recordingExtensions } from '../upload/upload-limits.ts'
