/** Content delivery, for other features. */
export { imageTypeOf } from './content.policy.ts'
