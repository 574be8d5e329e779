/** Takes the job and leaves the media as they are. */
export async function handleLinkMedia(): Promise<void> {}
