/** Everything the web workspace needs from the api: sign-in, its operations, the change stream and its pages. */
import { fileURLToPath } from 'node:url'
import type { Route } from '@inlet/contract'
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { createChangeFeed } from '../features/changes/change-feed.ts'
import { changeRoutes } from '../features/changes/changes.routes.ts'
import { contentRoutes } from '../features/content/content.routes.ts'
import { documentRoutes } from '../features/documents/documents.routes.ts'
import { exportWorkspaceRoutes } from '../features/exports/exports.workspace.routes.ts'
import { fileWorkspaceRoutes } from '../features/files/files.workspace.routes.ts'
import { importMailRoutes } from '../features/import-mail/import-mail.routes.ts'
import { importRoutes } from '../features/imports/imports.routes.ts'
import { insightWorkspaceRoutes } from '../features/insights/insights.workspace.routes.ts'
import { keyRoutes } from '../features/keys/keys.routes.ts'
import { participantRoutes } from '../features/participants/participants.routes.ts'
import { projectWorkspaceRoutes } from '../features/projects/projects.workspace.routes.ts'
import { recordingRoutes } from '../features/recordings/recordings.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { providerRoutes } from '../features/sign-in/provider.routes.ts'
import { sessionRoutes } from '../features/sign-in/session.routes.ts'
import { signInRoutes } from '../features/sign-in/sign-in.routes.ts'
import { surveyResultRoutes } from '../features/survey-results/survey-results.routes.ts'
import { surveyWorkspaceRoutes } from '../features/surveys/surveys.workspace.routes.ts'
import { systemRoutes } from '../features/system/system.routes.ts'
import { teamRoutes } from '../features/team/team.routes.ts'
import { trashWorkspaceRoutes } from '../features/trash/trash.workspace.routes.ts'
import { webhookWorkspaceRoutes } from '../features/webhooks/webhooks.workspace.routes.ts'
import type { Config } from '../platform/config/config.ts'
import { parseCookies } from '../platform/http/cookies.ts'
import { webAppRoutes } from '../platform/http/web-app.ts'
import { guardSignInScope, guardWorkspaceScope } from '../platform/http/workspace-scope.ts'
import type { Deps } from './deps.ts'

/** Every operation of the workspace that is served. */
export const workspaceContract: readonly Route[] = [
  contract.signInOptions,
  contract.signIn,
  contract.requestPasswordReset,
  contract.readInvitation,
  contract.acceptInvitation,
  contract.getSession,
  contract.signOut,
  contract.changePassword,
  contract.getImportMail,
  contract.setImportMail,
  contract.listProjects,
  contract.getProject,
  contract.createProject,
  contract.listArchivedProjects,
  contract.getProjectSettings,
  contract.updateProject,
  contract.deleteProject,
  contract.restoreProject,
  contract.listProjectExports,
  contract.createProjectExport,
  contract.downloadExport,
  contract.deleteProjectExport,
  contract.listImports,
  contract.findDuplicates,
  contract.countImports,
  contract.getImport,
  contract.getImportRecord,
  contract.updateImport,
  contract.deleteImport,
  contract.restoreImport,
  contract.deleteMedia,
  contract.restoreMedia,
  contract.listTrash,
  contract.streamChanges,
  contract.beginFile,
  contract.importFileFromUrl,
  contract.completeFile,
  ...Object.values(contract.fileUpload),
  contract.beginInsight,
  contract.completeInsight,
  ...Object.values(contract.insightUpload),
  contract.beginSurvey,
  contract.completeSurvey,
  contract.appendSurvey,
  contract.registerSurveyMedia,
  contract.getSurveyUpload,
  contract.listMaterials,
  contract.listImporters,
  contract.getContent,
  contract.getDocument,
  contract.listDocumentPages,
  contract.searchDocument,
  contract.getImage,
  contract.getRecording,
  contract.getTranscript,
  contract.getCaptions,
  contract.exportRecordingTranscript,
  contract.assignSpeakers,
  contract.suggestSpeakers,
  contract.editTranscript,
  contract.replaceInTranscript,
  contract.listTranscriptChanges,
  contract.revertTranscript,
  contract.restoreTranscript,
  contract.retryTranscription,
  contract.transcribeAgain,
  contract.cancelTranscription,
  contract.getSurvey,
  contract.getSurveyOverview,
  contract.getCrossTabulation,
  contract.listSurveyResponses,
  contract.getSurveyResponse,
  contract.listRespondents,
  contract.getRespondent,
  contract.listSurveyNotes,
  contract.listSurveyMedia,
  contract.retrySurveyMedia,
  contract.withdrawSurveyMedia,
  contract.retrySurveyPart,
  contract.withdrawSurveyPart,
  contract.retypeSurveyColumn,
  contract.exportSurvey,
  contract.exportSurveyWorkbook,
  contract.listParticipants,
  contract.getParticipant,
  contract.exportParticipants,
  contract.updateParticipant,
  contract.mergeParticipants,
  contract.unmergeParticipants,
  contract.removeParticipant,
  contract.searchEverything,
  contract.searchNames,
  contract.listKeys,
  contract.createKey,
  contract.rotateKey,
  contract.revokeKey,
  contract.listWebhooks,
  contract.createWebhook,
  contract.disableWebhook,
  contract.enableWebhook,
  contract.deleteWebhook,
  contract.rotateWebhookSecret,
  contract.testWebhook,
  contract.listDeliveries,
  contract.redeliver,
  contract.redeliverSince,
  contract.getTeam,
  contract.changeTeam,
  contract.listMembers,
  contract.inviteMember,
  contract.inviteAgain,
  contract.changeMember,
  contract.listQueues,
  contract.listStuckJobs,
  contract.requeueJob,
  contract.listDeadLetters,
  contract.retryDeadLetters,
  contract.dismissDeadLetters,
  contract.getStorage,
  contract.listFailures,
  contract.listAudit,
]

const builtApp = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export async function addWorkspace(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, provider } = deps
  const feed = createChangeFeed({ ...deps, listen: deps.notifications.listen })
  // Open streams would keep the server from closing; browsers reconnect to another process.
  app.addHook('preClose', () => feed.close())
  await app.register(async (scope) => {
    await parseCookies(scope)
    guardSignInScope(scope, deps)
    const signInDeps = { ...deps, db: deps.authDb }
    signInRoutes(scope, { ...signInDeps, providerName: provider?.name })
    if (provider) providerRoutes(scope, { ...signInDeps, provider })
  })
  await app.register(async (scope) => {
    await parseCookies(scope)
    guardWorkspaceScope(scope, deps)
    sessionRoutes(scope, deps)
    importMailRoutes(scope, deps)
    projectWorkspaceRoutes(scope, deps)
    importRoutes(scope, deps)
    trashWorkspaceRoutes(scope, deps)
    exportWorkspaceRoutes(scope, deps)
    fileWorkspaceRoutes(scope, deps)
    insightWorkspaceRoutes(scope, deps)
    surveyWorkspaceRoutes(scope, deps)
    surveyResultRoutes(scope, deps)
    contentRoutes(scope, deps)
    documentRoutes(scope, deps)
    recordingRoutes(scope, deps)
    participantRoutes(scope, deps)
    searchRoutes(scope, deps)
    keyRoutes(scope, deps)
    webhookWorkspaceRoutes(scope, deps)
    teamRoutes(scope, deps)
    systemRoutes(scope, deps)
    changeRoutes(scope, { ...deps, feed })
  })
  await webAppRoutes(app, {
    folder: config.INLET_WEB_DIR ?? builtApp,
    storageOrigin: storageOrigin(config),
    gatewayOrigin: config.INLET_GATEWAY_URL && new URL(config.INLET_GATEWAY_URL).origin,
  })
}

/** The origin of signed URLs: the bucket is part of the host name unless path style is on. */
function storageOrigin(config: Config): string {
  const { protocol, host } = new URL(config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT)
  return `${protocol}//${config.S3_FORCE_PATH_STYLE ? '' : `${config.S3_BUCKET}.`}${host}`
}
