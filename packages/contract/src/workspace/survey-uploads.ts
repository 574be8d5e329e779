/** Surveys from the browser: the same bodies, checks and descriptors as in the import contract. */
import { Type } from 'typebox'
import {
  completeSurvey as completeForPrograms,
  getSurvey,
  InitializeSurvey,
  PartDescriptor,
  SurveyStatus,
} from '../import/surveys.ts'
import { defineWorkspaceRoute } from './route.ts'

const UploadKey = Type.Object({ upload_key: Type.String() })

const BegunSurvey = Type.Object({
  upload_key: Type.String(),
  survey_key: Type.String(),
  status: SurveyStatus,
  upload_urls: Type.Array(PartDescriptor),
})

export const beginSurvey = defineWorkspaceRoute({
  operationId: 'surveys.begin',
  method: 'POST',
  path: '/surveys',
  summary: 'Begin to import a survey',
  body: InitializeSurvey,
  responses: { 201: BegunSurvey, 200: BegunSurvey },
})

export const completeSurvey = defineWorkspaceRoute({
  operationId: 'surveys.complete',
  method: 'POST',
  path: '/surveys/{upload_key}/complete',
  summary: 'Say that the parts are uploaded',
  params: UploadKey,
  responses: completeForPrograms.responses,
})

export const getSurveyUpload = defineWorkspaceRoute({
  operationId: 'surveys.upload',
  method: 'GET',
  path: '/surveys/{upload_key}/upload',
  summary: 'How far the parts of a survey are, and which one failed',
  params: UploadKey,
  responses: getSurvey.responses,
})
