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

/** The client sends the file. */
export interface SentChoice {
  upload_type?: 'form' | 'multipart'
  size_bytes?: number
}

/** The service downloads the file once `complete` is called. */
export interface UrlChoice {
  upload_type: 'url'
  source_url: string
  /** If you know it: a file that is too large is then refused at once. */
  size_bytes?: number
}
