import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from '../connection-row.ts';
import type { ConnectionValues } from './connection-form.ts';

/** Stores the fields, and then the greeting’s file. Rejects with the server’s error. */
export const saveConnection = async (
  body: Record<string, unknown>,
  media: ConnectionValues['media'],
  of: ConnectionRow | { channel: string },
): Promise<ConnectionRow> => {
  const saved =
    'id' in of
      ? await api.put<ConnectionRow>(`/whatsapp/${of.id}`, body)
      : await api.post<ConnectionRow>('/whatsapp', { ...body, channel: of.channel });
  const address = `/whatsapp/${saved.id}/media-upload`;
  if (media === 'removed') return api.delete<ConnectionRow>(address);
  if (media === 'kept') return saved;
  const form = new FormData();
  form.append('file', media);
  await api.upload<ConnectionRow>(address, form);
  return saved;
};
