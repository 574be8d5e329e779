/** What other features may ask about content. */
export { imageTypeOf } from './content.policy.ts'
