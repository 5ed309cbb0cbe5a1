import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { connections, type Media } from '@balcao/connections/contract';
import type { MessageFile } from '../../contract.ts';

/** As `Tickets.send` takes them in one call. */
export const maxFilesSent = 30;
/** Of one message that arrives: what browsers are told live has a limit, and one message must not pass it. */
const maxFilesHeard = 100;

export const filesOf = ({ media, medias }: { media?: Media; medias?: readonly Media[] }): readonly Media[] =>
  medias && medias.length > 0 ? medias.slice(0, maxFilesHeard) : media ? [media] : [];

/** The first part of a path is its company's number: only another's is looked up. ERR_NO_FILE_FOUND (404). */
export const assertOwnFiles = async (scope: Scope, files: readonly { path: string }[]): Promise<void> => {
  for (const { path } of files) if (!path.startsWith(`${scope.company.id}/`)) await scope.storage.link(path, 1);
};

/** Names of files come from anywhere, and PostgreSQL's JSON holds neither NUL nor half an emoji. */
export const storable = ({ type, path, name, mime, size }: Media): Media => ({
  type,
  path,
  name: name.replaceAll('\0', '').toWellFormed(),
  mime,
  size,
});

/** What stands in `tickets.message.files`: those after the first. */
export const furtherJson = (further: readonly Media[]): Sql =>
  further.length === 0 ? sql`null::jsonb` : sql`${JSON.stringify(further.map(storable))}::jsonb`;

export const shownFile = ({ path, type, name, size, mime }: Media): MessageFile => ({
  url: `/public/${path}`,
  type,
  name,
  size,
  mime,
});

/** How many files one message takes on this connection: one while its channel is off, so that it can go out later. */
export const filesPerMessage = async (scope: Scope, connectionId: number | null): Promise<number> => {
  const service = scope.use(connections);
  const connection = connectionId === null ? undefined : await service.find(connectionId);
  return Math.max(1, (connection && service.adapter(connection)?.capabilities.filesPerMessage) ?? 1);
};

/** In order, so many to each message; no files are one message too. */
export const inMessages = <F>(files: readonly F[], most: number): F[][] => {
  const parts: F[][] = [];
  for (let from = 0; from < files.length; from += most) parts.push(files.slice(from, from + most));
  return parts.length > 0 ? parts : [[]];
};
