import { Category } from '../../categories.ts'
import type { Detection, TextRange } from '../detector.ts'

export function organization({ start, end }: TextRange, confidence: number): Detection {
  return { start, end, category: Category.organization, confidence }
}
