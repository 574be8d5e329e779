/**
 * Three mistakes that can be planted into the model, to prove that a difference between model and service is found.
 * 1: numbers of withdrawn parts are used again. 2: a failed part removes the rows of earlier parts. 3: a retried
 * part keeps what was uploaded before.
 */
let planted = 0

export function plant(mistake: number): void {
  planted = mistake
}

export const isPlanted = (mistake: number): boolean => planted === mistake

export const plantedMistakes = [1, 2, 3]
