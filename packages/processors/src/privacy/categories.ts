/** The categories of personal data that a project can have redacted, with the ids that the API uses. */

export const Category = {
  personName: 1,
  emailAddress: 2,
  dateOfBirth: 3,
  phoneNumber: 4,
  organization: 5,
  language: 7,
  drivingLicence: 10,
  bankDetails: 11,
  bloodType: 13,
  numberSequence: 17,
  cardNumber: 18,
  cardExpiry: 19,
  cardSecurityCode: 20,
  socialSecurityNumber: 21,
  date: 22,
  age: 23,
  nationality: 24,
  location: 25,
} as const

export type CategoryName = keyof typeof Category
export type CategoryId = (typeof Category)[CategoryName]

/** A label is a single token, as in "[birth-date]". */
export const piiCategories: Readonly<Record<CategoryId, { readonly name: string; readonly label: string }>> =
  {
    [Category.personName]: { name: 'Person name', label: 'name' },
    [Category.emailAddress]: { name: 'Email address', label: 'email' },
    [Category.dateOfBirth]: { name: 'Date of birth', label: 'birth-date' },
    [Category.phoneNumber]: { name: 'Phone number', label: 'phone' },
    [Category.organization]: { name: 'Organization', label: 'organization' },
    [Category.language]: { name: 'Language', label: 'language' },
    [Category.drivingLicence]: { name: 'Drivers license', label: 'driving-licence' },
    [Category.bankDetails]: { name: 'Banking information', label: 'bank-details' },
    [Category.bloodType]: { name: 'Blood type', label: 'blood-type' },
    [Category.numberSequence]: { name: 'Number sequence', label: 'number' },
    [Category.cardNumber]: { name: 'Credit card number', label: 'card-number' },
    [Category.cardExpiry]: { name: 'Credit card expiration', label: 'card-expiry' },
    [Category.cardSecurityCode]: { name: 'Credit card CVV', label: 'card-code' },
    [Category.socialSecurityNumber]: { name: 'US social security number', label: 'social-security-number' },
    [Category.date]: { name: 'Date', label: 'date' },
    [Category.age]: { name: 'Person age', label: 'age' },
    [Category.nationality]: { name: 'Nationality', label: 'nationality' },
    [Category.location]: { name: 'Location', label: 'location' },
  }

export const allCategories: readonly CategoryId[] = Object.values(Category)

/**
 * Redacted when a project names no categories: identifiers, data open to misuse, and health data. Number sequences are
 * included because passport and customer numbers have no category of their own. Dates, languages and nationalities are
 * not: on their own they identify no one, and an interview is hard to follow without them. Organizations are not
 * either, because they are usually the subject of the research.
 */
export const defaultCategories: readonly CategoryId[] = [
  Category.personName,
  Category.emailAddress,
  Category.dateOfBirth,
  Category.phoneNumber,
  Category.drivingLicence,
  Category.bankDetails,
  Category.bloodType,
  Category.numberSequence,
  Category.cardNumber,
  Category.cardExpiry,
  Category.cardSecurityCode,
  Category.socialSecurityNumber,
  Category.age,
  Category.location,
]

/** Categories of numbers, which are easily mistaken for one another. */
export const numberCategories: readonly CategoryId[] = [
  Category.phoneNumber,
  Category.drivingLicence,
  Category.bankDetails,
  Category.numberSequence,
  Category.cardNumber,
  Category.cardSecurityCode,
  Category.socialSecurityNumber,
]

export function isCategoryId(id: number): id is CategoryId {
  return Object.hasOwn(piiCategories, id)
}
