/** What the operations of surveys and of their media files share. */
import { Type } from 'typebox'

export const surveysPath = '/api/v1/developer/import/surveys'

export const UploadKey = Type.Object({ upload_key: Type.String() })

export const exampleFormFields = { key: 'incoming/k3vT9xQ2mB7c', Policy: 'eyJleHBpcmF0aW9uIjoi…' }
