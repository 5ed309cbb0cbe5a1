// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blankCampaign } from './form-values.ts';
import { useCampaignForm } from './useCampaignForm.ts';

type Call = [method: string, path: string, body?: Record<string, unknown>];
const server = vi.hoisted(() => ({
  calls: [] as unknown[],
  version: 1,
  refusesFiles: false,
  stored: {} as Record<string, unknown>,
}));

vi.mock('@balcao/sdk/client', async (original) => {
  const sdk = await original<typeof import('@balcao/sdk/client')>();
  const write = async (method: string, path: string, body?: Record<string, unknown>) => {
    server.calls.push([method, path, body]);
    if (method === 'PUT' && body?.['version'] !== server.version) throw new sdk.ApiError(409, 'ERR_CAMPAIGN_CHANGED');
    server.version += 1;
    server.stored = { ...server.stored, ...body, id: 7, version: server.version };
    return server.stored;
  };
  return {
    ...sdk,
    useT: () => (key: string) => key,
    useErrorText: () => String,
    useToasts: () => ({ error: () => undefined, success: () => undefined }),
    useSession: () => ({ user: { id: 1 }, company: { id: 2 } }),
    compressImage: async (file: File) => file,
    api: {
      get: async () => ({ ...server.stored, version: server.version }),
      post: (path: string, body: Record<string, unknown>) => write('POST', path, body),
      put: (path: string, body: Record<string, unknown>) => write('PUT', path, body),
      upload: async (path: string) => {
        if (server.refusesFiles) throw new sdk.ApiError(413, 'ERR_FILE_TOO_BIG');
        return write('UPLOAD', path);
      },
    },
  };
});

beforeEach(() => {
  localStorage.clear();
  Object.assign(server, { calls: [], version: 1, refusesFiles: false });
  server.stored = { ...blankCampaign, id: 7, name: 'Promoção', mediaPath: null };
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const open = (id?: number) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useCampaignForm(id), { wrapper });
};
const writes = () =>
  (server.calls as Call[]).map(([method, path, body]) => [method, path, body?.['scheduledAt'] ?? null]);

test('When the file of a new campaign cannot be stored, saving again changes the same campaign, which is scheduled with its file', async () => {
  const { result } = open();
  const scheduledAt = '2026-12-01T12:00:00.000Z';
  act(() => result.current.change({ name: 'Natal', scheduledAt }));
  act(() => result.current.setFile(new File(['x'], 'oferta.png', { type: 'image/png' })));
  server.refusesFiles = true;
  await act(() => result.current.save(true));
  expect(writes()).toEqual([['POST', '/campaigns', null]]);
  server.refusesFiles = false;
  let saved: number | undefined;
  await act(async () => (saved = await result.current.save(true)));
  expect(saved).toBe(7);
  expect(writes()).toEqual([
    ['POST', '/campaigns', null],
    ['PUT', '/campaigns/7', null],
    ['UPLOAD', '/campaigns/7/media-upload', null],
    ['PUT', '/campaigns/7', scheduledAt],
  ]);
  expect(server.stored['scheduledAt']).toBe(scheduledAt);
});

test('A draft from before a colleague’s change is not saved over it without a word', async () => {
  const first = open(7);
  await waitFor(() => expect(first.result.current.campaign).toBeDefined());
  act(() => first.result.current.change({ name: 'Minha versão' }));
  await waitFor(() => expect(localStorage.length).toBe(1));
  first.unmount();
  server.version = 5;
  server.stored['name'] = 'A versão do Rui';

  const { result } = open(7);
  await waitFor(() => expect(result.current.campaign?.version).toBe(5));
  expect(result.current.values.name).toBe('Minha versão');
  await act(() => result.current.save(false));
  expect(server.stored['name']).toBe('A versão do Rui');
  expect(result.current.values.name).toBe('Minha versão');
  await act(() => result.current.save(false));
  expect(server.stored['name']).toBe('Minha versão');
});
