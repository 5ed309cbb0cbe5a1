// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { offerFile, saveFile } from './index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Records the name and content of every download that the page starts. */
function recordDownloads(): { name: string; blob: Blob | undefined }[] {
  const blobs = new Map<string, Blob>();
  const downloads: { name: string; blob: Blob | undefined }[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        const address = `blob:${blobs.size}`;
        blobs.set(address, blob);
        return address;
      },
      revokeObjectURL: (address: string) => blobs.delete(address),
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: blobs.get(this.href) });
  });
  return downloads;
}

test('A file of the page is offered as a download under its name', async () => {
  const downloads = recordDownloads();
  offerFile(new Blob(['a;b']), 'modelo.csv');
  expect(downloads.map(({ name }) => name)).toEqual(['modelo.csv']);
  expect(downloads[0]?.blob?.size).toBe(3);
});

test('A file of the API is saved under the name that the server gave, or else under the given one', async () => {
  const downloads = recordDownloads();
  let headers = {};
  const fetched = vi.fn<(address: string, options: RequestInit) => Promise<Response>>(
    async () => new Response('1;2', { headers }),
  );
  vi.stubGlobal('fetch', fetched);
  await saveFile('/contacts/export', { format: 'csv' }, 'contatos.csv');
  headers = { 'content-disposition': 'attachment; filename="lista.csv"' };
  await saveFile('/contacts/export', {}, 'contatos.csv');
  expect(fetched).toHaveBeenCalledWith('/api/contacts/export?format=csv', expect.objectContaining({ method: 'GET' }));
  expect(downloads.map(({ name }) => name)).toEqual(['contatos.csv', 'lista.csv']);
});
