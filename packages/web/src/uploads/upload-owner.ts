/** Whose uploads are kept. Known with the page, because files can be chosen before the rest of the code of uploads is loaded. */
let owner: number | undefined

export function setUploadOwner(userId: number): void {
  owner = userId
}

export const uploadOwner = (): number | undefined => owner
