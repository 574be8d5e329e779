/** An upload in parts, which can be resumed for days. */
export interface MultipartChoice {
  upload_type: 'multipart'
  /** Of the whole file. */
  size_bytes: number
}

/** One POST of the whole file, the default. */
export interface FormChoice {
  upload_type?: 'form'
  size_bytes?: number
}
