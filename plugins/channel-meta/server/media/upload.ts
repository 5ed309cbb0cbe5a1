import { z, type Host, type Scope } from '@balcao/sdk/server';
import { channelError, type Media } from '@balcao/connections/contract';
import { dropFile } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { ReadyAccount } from '../account/account.ts';
import { graph } from '../graph/graph.ts';
import { GraphUnreachable } from '../graph/graph-error.ts';
import { asM4a } from './convert-audio.ts';
import { nativeKind, needsConversion, type AttachmentKind } from './limits.ts';

/** A file as Meta accepts it. */
export interface Sendable {
  kind: AttachmentKind;
  bytes: Buffer<ArrayBuffer>;
  name: string;
  mime: string;
  /** Where it is stored here; absent for one that was converted. */
  path?: string;
}
/** A file as a message refers to it. */
export type AttachmentReference = { kind: AttachmentKind } & ({ id: string } | { url: string });

const bytesOf = async ({ path }: Media, scope: Scope): Promise<Buffer<ArrayBuffer>> => {
  const { stream } = await scope.storage.read(path);
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Returns a file in a form that the channel shows natively; undefined: it can only be sent as a link. */
export const sendableOf = async (
  media: Media,
  { channel }: ReadyAccount,
  scope: Scope,
): Promise<Sendable | undefined> => {
  const { name, mime, path } = media;
  const kind = nativeKind(channel, media);
  if (kind) return { kind, bytes: await bytesOf(media, scope), name, mime, path };
  if (!needsConversion(channel, media)) return undefined;
  const converted = await asM4a(await bytesOf(media, scope));
  return converted && { kind: 'audio', bytes: converted, name: 'audio.m4a', mime: 'audio/mp4' };
};

/** Uploads a file to Meta, which keeps it for 90 days: that needs no public address of ours. Returns its id there. */
export const uploadMedia = async (file: Sendable, account: ReadyAccount, scope: Scope): Promise<string> => {
  const form = new FormData();
  form.set('message', JSON.stringify({ attachment: { type: file.kind, payload: { is_reusable: true } } }));
  if (account.channel === 'instagram') form.set('platform', 'instagram');
  form.set('filedata', new Blob([file.bytes], { type: file.mime }), file.name);
  const answer = await graph<{ attachment_id?: string }>(account, `${account.pageId}/message_attachments`, {
    method: 'POST',
    body: form,
    signal: scope.signal,
  }).catch((error: unknown) => {
    // A repeated upload does no harm, so a lost answer is a temporary failure.
    throw error instanceof GraphUnreachable ? new GraphUnreachable(false, error.cause) : error;
  });
  if (!answer.attachment_id) throw new GraphUnreachable(false, new Error('Meta’s answer has no id'));
  return answer.attachment_id;
};

/** Meta reads a linked file while it sends the message. */
const linkSeconds = 900;

const storedPath = async ({ path, name, mime, bytes }: Sendable, scope: Scope): Promise<string> => {
  if (path !== undefined) return path;
  const file = await scope.storage.store({ name, mime, body: bytes });
  await scope.jobs.schedule(dropFile, { path: file.path }, { at: new Date(Date.now() + 2 * linkSeconds * 1000) });
  return file.path;
};

/** Returns a link by which Meta reads a file: accounts without a page cannot upload. */
export const linkFor = async (file: Sendable, { site }: ReadyAccount, scope: Scope): Promise<string> => {
  if (site === '') throw channelError('refused', 'no-link');
  return new URL(await scope.storage.link(await storedPath(file, scope), linkSeconds), site).href;
};

/** Registers the removal of files that were stored only to be sent. */
export const dropFiles = (host: Host<typeof manifest>): void => {
  host.job(dropFile, {
    data: z.object({ path: z.string() }),
    handle: ({ path }, scope) => scope.storage.remove(path),
  });
};
