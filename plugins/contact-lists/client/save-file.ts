import { api, type Params } from '@balcao/sdk/client';

/** Offers a file as a browser download. */
function offerFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The click has started the download, but some browsers read the URL a little later.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Fetches a file as the signed-in person and offers it as a browser download. */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  const { blob, name: given } = await api.file(path, params);
  offerFile(blob, given ?? name);
}
