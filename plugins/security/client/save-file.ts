import { api, type Params } from '@balcao/sdk/client';

/** Downloads a file with the person's session and passes it to the browser's downloads. */
export async function saveFile(path: string, params: Params, name: string): Promise<void> {
  const { blob, name: given } = await api.file(path, params);
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = given ?? name;
  link.click();
  // The download starts with the click, but some browsers read the address a little later.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
