/** What the compared queues have in common. */

export const endpoints = {
  /** Answers at once. */
  prompt: { path: '/prompt', type: 'file.completed' },
  /** Never answers. */
  silent: { path: '/silent', type: 'survey.completed' },
  /** Answers at once, and the receiver reports when it is called. */
  observed: { path: '/observed', type: 'insight.completed' },
}

export type Endpoint = keyof typeof endpoints

export interface DeliveryQueue {
  name: string
  open(): Promise<void>
  add(endpoint: Endpoint, count: number): Promise<void>
  start(): Promise<void>
  /** Also removes everything that is left. */
  stop(): Promise<void>
}
