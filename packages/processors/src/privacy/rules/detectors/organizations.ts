/** Companies, authorities and schools. */

import { Category } from '../../categories.ts'
import type { Detector } from '../detector.ts'
import { employers, employersBelowNames } from './employers.ts'
import { knownOrganizations } from './known-organizations.ts'
import { nameSequences } from './name-sequences.ts'
import { namedSchools, organizationsByFirstWord, organizationsByLastWord } from './organization-names.ts'
import { namedPersons } from './persons.ts'

export const organizationDetector: Detector = {
  id: 'organizations',
  categories: [Category.organization],
  ignoresInside: ['email', 'link'],
  examples: [
    ['She left Deutsche Bank to bake bread.', 'organization: Deutsche Bank'],
    ['I work at Kestrel Software GmbH.', 'organization: Kestrel Software GmbH'],
    ['He studied at the University of Leeds.', 'organization: University of Leeds'],
    ['i went to lincoln high school', 'organization: lincoln high school'],
    ['Just WhatsApp me.'],
    ['The Help Center was closed.'],
    ['You should target the right people.'],
  ],
  *detect(analyzed) {
    const sequences = nameSequences(analyzed)
    yield* knownOrganizations(analyzed)
    yield* organizationsByLastWord(analyzed)
    yield* organizationsByFirstWord(analyzed)
    yield* namedSchools(analyzed)
    yield* employers(analyzed, sequences)
    yield* employersBelowNames(analyzed, sequences, namedPersons(analyzed))
  },
}
