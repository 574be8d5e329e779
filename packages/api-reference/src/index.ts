export { renderReference } from './render-reference.ts'
export { readStyleSheet } from './style-sheet.ts'
