import { api, type Params } from '@balcao/sdk/client';

/** Hands a file to the browser's downloads. */
export function offerFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with the click, but some browsers read the address a little later.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Fetches a file as the signed-in person and hands it to the browser's downloads. */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  const { blob, name: given } = await api.file(path, params);
  offerFile(blob, given ?? name);
}
