/** E-mail about imports, for other features. */
export { reportImports } from './report-imports.ts'
