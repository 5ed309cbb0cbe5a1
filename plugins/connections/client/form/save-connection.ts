import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from '../connection-row.ts';
import { bodyOf, type ConnectionValues } from './connection-form.ts';

/** Stores the fields, and then the greeting's file. Rejects with what the server refused. */
export const saveConnection = async (
  values: ConnectionValues,
  added: Readonly<Record<string, unknown>>,
  of: ConnectionRow | { channel: string },
): Promise<ConnectionRow> => {
  const body = { ...added, ...bodyOf(values, 'id' in of ? of : undefined) };
  const saved =
    'id' in of
      ? await api.put<ConnectionRow>(`/whatsapp/${of.id}`, body)
      : await api.post<ConnectionRow>('/whatsapp', { ...body, channel: of.channel });
  const address = `/whatsapp/${saved.id}/media-upload`;
  if (values.media === 'removed') return api.delete<ConnectionRow>(address);
  if (values.media === 'kept') return saved;
  const form = new FormData();
  form.append('file', values.media);
  await api.upload<ConnectionRow>(address, form);
  return saved;
};
