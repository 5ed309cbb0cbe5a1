import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { connections, type Media } from '@balcao/connections/contract';
import type { MessageFile } from '../../contract.ts';

/** Maximum number of files in one call of `Tickets.send`. */
export const maxFilesSent = 30;
/** Maximum number of files in one inbound message: live updates have a size limit. */
const maxInboundFiles = 100;

export const filesOf = ({ media, medias }: { media?: Media; medias?: readonly Media[] }): readonly Media[] =>
  medias && medias.length > 0 ? medias.slice(0, maxInboundFiles) : media ? [media] : [];

/**
 * Only paths of another company are looked up: a path begins with the number of its company. ERR_NO_FILE_FOUND (404).
 */
export const assertOwnFiles = async (scope: Scope, files: readonly { path: string }[]): Promise<void> => {
  for (const { path } of files) if (!path.startsWith(`${scope.company.id}/`)) await scope.storage.link(path, 1);
};

/**
 * Returns the file with a storable name: names come from outside, and PostgreSQL's JSON holds neither NUL nor unpaired
 * surrogates.
 */
export const storable = ({ type, path, name, mime, size }: Media): Media => ({
  type,
  path,
  name: name.replaceAll('\0', '').toWellFormed(),
  mime,
  size,
});

/** Returns the value of `tickets.message.files`: the files after the first. */
export const furtherJson = (further: readonly Media[]): Sql =>
  further.length === 0 ? sql`null::jsonb` : sql`${JSON.stringify(further.map(storable))}::jsonb`;

export const shownFile = ({ path, type, name, size, mime }: Media): MessageFile => ({
  url: `/public/${path}`,
  type,
  name,
  size,
  mime,
});

/**
 * Returns how many files one message may have on this connection: one while its channel is off, so that it can be sent
 * later.
 */
export const filesPerMessage = async (scope: Scope, connectionId: number | null): Promise<number> => {
  const service = scope.use(connections);
  const connection = connectionId === null ? undefined : await service.find(connectionId);
  return Math.max(1, (connection && service.adapter(connection)?.capabilities.filesPerMessage) ?? 1);
};

/** Splits files into messages, in order; no files make one message. */
export const inMessages = <F>(files: readonly F[], max: number): F[][] => {
  const parts: F[][] = [];
  for (let from = 0; from < files.length; from += max) parts.push(files.slice(from, from + max));
  return parts.length > 0 ? parts : [[]];
};
