import { readFileSync } from 'node:fs'

/**
 * If memory runs out, the kernel kills programs with this score before the worker and the database. Without privileges the score
 * can only be raised, and Kubernetes starts some containers with a high one.
 */
export function programOomScore(): number {
  const wanted = 800
  return Number(readFileSync('/proc/self/oom_score_adj', 'utf8')) < wanted ? wanted : 1000
}
