/** The kinds of personal data a project can have hidden, by the ids of the API. A label is one word, as in "[birth-date]". */

export const piiCategories = {
  1: { name: 'Person name', label: 'name' },
  2: { name: 'Email address', label: 'email' },
  3: { name: 'Date of birth', label: 'birth-date' },
  4: { name: 'Phone number', label: 'phone' },
  5: { name: 'Organization', label: 'organization' },
  7: { name: 'Language', label: 'language' },
  10: { name: 'Drivers license', label: 'driving-licence' },
  11: { name: 'Banking information', label: 'bank-details' },
  13: { name: 'Blood type', label: 'blood-type' },
  17: { name: 'Number sequence', label: 'number' },
  18: { name: 'Credit card number', label: 'card-number' },
  19: { name: 'Credit card expiration', label: 'card-expiry' },
  20: { name: 'Credit card CVV', label: 'card-code' },
  21: { name: 'US social security number', label: 'social-security-number' },
  22: { name: 'Date', label: 'date' },
  23: { name: 'Person age', label: 'age' },
  24: { name: 'Nationality', label: 'nationality' },
  25: { name: 'Location', label: 'location' },
} as const

export type CategoryId = keyof typeof piiCategories

export const allCategories: readonly CategoryId[] = Object.keys(piiCategories)
  .map(Number)
  .filter(isCategoryId)

/**
 * What is hidden when a project names no category: whatever says who somebody is, can be misused, or concerns health.
 * Number sequences are among them, because passport and customer numbers have no category of their own. Dates, languages
 * and nationalities are left: alone they point at nobody, and without them an interview is hard to follow.
 * Organizations are left too, because what research talks about is mostly one.
 */
export const defaultCategories: readonly CategoryId[] = [1, 2, 3, 4, 10, 11, 13, 17, 18, 19, 20, 21, 23, 25]

export function isCategoryId(id: number): id is CategoryId {
  return Object.hasOwn(piiCategories, id)
}
