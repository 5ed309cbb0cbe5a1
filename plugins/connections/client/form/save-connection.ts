import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from '../connection-row.ts';
import type { ConnectionValues } from './connection-form.ts';

/**
 * Stores the fields, and then the greeting’s file. Rejects with the server’s error. `onStored` receives the connection
 * before its file is sent: if that is refused, the next attempt must not create the connection again.
 */
export const saveConnection = async (
  body: Record<string, unknown>,
  media: ConnectionValues['media'],
  of: { id: number } | { channel: string },
  onStored: (id: number) => void,
): Promise<ConnectionRow> => {
  const saved =
    'id' in of
      ? await api.put<ConnectionRow>(`/whatsapp/${of.id}`, body)
      : await api.post<ConnectionRow>('/whatsapp', { ...body, channel: of.channel });
  onStored(saved.id);
  const address = `/whatsapp/${saved.id}/media-upload`;
  if (media === 'removed') return api.delete<ConnectionRow>(address);
  if (media === 'kept') return saved;
  const form = new FormData();
  form.append('file', media);
  await api.upload<ConnectionRow>(address, form);
  return saved;
};
