/** What other features may ask of surveys. */
export { sweepSurveys } from './sweep-surveys.ts'
