/** Whether the privacy settings of a recording allow it to move to another project. Pure. */

export interface MovedRecording {
  /** It is, or will be, redacted by the settings that its project had when it was imported. */
  isProtected: boolean
  /** Imported before settings were stored with a recording: only its project hides the original. */
  isHiddenByProject: boolean
}

export function mayMove(
  { isProtected, isHiddenByProject }: MovedRecording,
  isTargetProtected: boolean,
): boolean {
  return isTargetProtected ? isProtected : !isHiddenByProject
}
