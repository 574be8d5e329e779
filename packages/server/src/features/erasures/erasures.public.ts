/** Erasing people, for other features. */
export { assertErasable } from './assert-erasable.ts'
export { resumeErasures } from './resume-erasures.ts'
