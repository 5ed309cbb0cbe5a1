import { api, type Params } from '../index.ts';

/** Offers bytes that the page has as a download of the browser. */
export function offerFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The click has started the download, but some browsers read the address a little later.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Downloads a file of the API with the person's session. `name` is used when the server gives the file none. Failures
 * are those of `api.file`.
 * @example
 * await saveFile('/bookings/export', { month: '2026-11' }, 'bookings.csv');
 */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  const { blob, name: given } = await api.file(path, params);
  offerFile(blob, given ?? name);
}
