/** Surveys from the browser, with the bodies, checks and upload descriptors of the import contract. */
import { Type } from 'typebox'
import { MediaDescriptor, maxMediaNames } from '../import/survey-media.ts'
import { surveyIncludes } from '../import/survey-report.ts'
import {
  AppendParts,
  completeSurvey as completeForPrograms,
  getSurvey,
  InitializedSurvey,
  InitializeSurvey,
  PartDescriptor,
  RetypeColumn,
  retypeColumn as retypeForPrograms,
  SurveyStatus,
} from '../import/surveys.ts'
import { includeQuery } from '../include.ts'
import { defineWorkspaceRoute } from './route.ts'

const UploadKey = Type.Object({ upload_key: Type.String() })

const BegunSurvey = Type.Object({
  upload_key: Type.String(),
  survey_key: Type.String(),
  status: SurveyStatus,
  upload_urls: Type.Array(PartDescriptor),
  idempotency_mismatch: InitializedSurvey.properties.idempotency_mismatch,
})

export const beginSurvey = defineWorkspaceRoute({
  operationId: 'surveys.begin',
  method: 'POST',
  path: '/surveys',
  summary: 'Initialize the import of a survey',
  body: Type.Object({
    ...InitializeSurvey.properties,
    header_rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'Header rows of the preview. column_mapping does not override them.',
      }),
    ),
  }),
  responses: { 201: BegunSurvey, 200: BegunSurvey },
})

export const completeSurvey = defineWorkspaceRoute({
  operationId: 'surveys.complete',
  method: 'POST',
  path: '/surveys/{upload_key}/complete',
  summary: 'Complete the import of a survey',
  params: UploadKey,
  responses: completeForPrograms.responses,
})

export const appendSurvey = defineWorkspaceRoute({
  operationId: 'surveys.append',
  method: 'POST',
  path: '/surveys/{upload_key}/append',
  summary: 'Append parts to a completed survey',
  params: UploadKey,
  body: AppendParts,
  responses: { 201: Type.Object({ upload_key: Type.String(), upload_urls: Type.Array(PartDescriptor) }) },
})

export const registerSurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.registerMedia',
  method: 'POST',
  path: '/surveys/{upload_key}/media/register',
  summary: 'Register media files',
  params: UploadKey,
  body: Type.Object({
    files: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: maxMediaNames,
      description: 'Names of files. A name whose file has arrived is skipped.',
    }),
  }),
  responses: { 201: Type.Object({ media_files: Type.Array(MediaDescriptor) }) },
})

export const getSurveyUpload = defineWorkspaceRoute({
  operationId: 'surveys.upload',
  method: 'GET',
  path: '/surveys/{upload_key}/upload',
  summary: 'Get the status of the parts of a survey',
  params: UploadKey,
  query: includeQuery(surveyIncludes, 'They describe how the files were read.'),
  responses: getSurvey.responses,
})

export const withdrawSurveyPart = defineWorkspaceRoute({
  operationId: 'surveys.withdrawPart',
  method: 'DELETE',
  path: '/surveys/{upload_key}/parts/{part_number}',
  summary: 'Withdraw a part',
  params: Type.Object({ upload_key: Type.String(), part_number: Type.String() }),
  responses: { 204: Type.Null() },
})

export const retypeSurveyColumn = defineWorkspaceRoute({
  operationId: 'surveys.retypeColumn',
  method: 'PATCH',
  path: '/surveys/{upload_key}/columns/{position}',
  summary: 'Change the type of a column',
  params: Type.Object({ upload_key: Type.String(), position: Type.String() }),
  body: RetypeColumn,
  responses: retypeForPrograms.responses,
})
