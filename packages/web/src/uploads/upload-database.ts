/** The uploads of this browser in IndexedDB. Where it is blocked or full, uploads work but do not outlive the tab. */
const databaseName = 'inlet-uploads'
const storeName = 'uploads'
const answerMs = 3_000

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => {
      // Another tab with a newer version of the app wants to change it.
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(failed(request.error))
  })
  return opening
}

/** Some browsers do not answer at all in private windows. */
function openInTime(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not answer.')), answerMs)
    open().then(resolve, reject)
  })
}

async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await openInTime()
    const transaction = database.transaction(storeName, mode)
    const request = act(transaction.objectStore(storeName))
    return await new Promise<T>((resolve, reject) => {
      setTimeout(() => reject(new Error('IndexedDB does not answer.')), answerMs)
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(failed(transaction.error))
      transaction.onabort = () => reject(failed(transaction.error))
    })
  } catch {
    return undefined
  }
}

const failed = (cause: unknown): Error => new Error('IndexedDB has failed.', { cause })

export const readStored = async (): Promise<unknown[]> =>
  (await run<unknown[]>('readonly', (store) => store.getAll())) ?? []

/** Undefined if the database does not answer, so that this is not taken for a missing value. */
export const findStored = (id: string): Promise<unknown[] | undefined> =>
  run<unknown[]>('readonly', (store) => store.getAll(id))

export async function putStored<T extends { id: string }>(value: T): Promise<void> {
  await run('readwrite', (store) => store.put(value))
}

export async function deleteStored(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id))
}
