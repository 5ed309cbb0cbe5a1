import type { MessageView } from '../../contract.ts';
import type { OutboxEntry } from './outbox.ts';
import type { ThreadRow } from './thread-row.ts';

const minAlbum = 4;
/** Maximum time in milliseconds between two pictures of an album. */
const maxGapMs = 60_000;

type MessageRow = Extract<ThreadRow, { kind: 'message' }>;
type OutgoingRow = Extract<ThreadRow, { kind: 'outgoing' }>;
type PictureRow = MessageRow | OutgoingRow;

/** The album in which a picture was seen, by the keys of both; '': it was single. */
export type SeenPictures = Map<string, string>;

/** True without content that an album would not show. */
const isBare = (message: MessageView): boolean =>
  message.mediaType === 'image' &&
  message.files.length < 2 &&
  message.mediaUrl !== null &&
  message.body === '' &&
  message.subject === null &&
  !message.isDeleted &&
  message.failure === null &&
  message.quotedMsg === null &&
  message.messageReact.length === 0;
/** A refused one shows its reason, in a bubble of its own. */
const isBareEntry = ({ file, body, quoted, state }: OutboxEntry): boolean =>
  file?.kind === 'image' && body === '' && quoted === null && state !== 'failed';

const isPicture = (row: ThreadRow): row is PictureRow =>
  row.kind === 'message' ? isBare(row.message) : row.kind === 'outgoing' && isBareEntry(row.entry);
const dateOf = (row: PictureRow): string => (row.kind === 'message' ? row.message.createdAt : row.entry.createdAt);
const isForwarded = (row: PictureRow): boolean => row.kind === 'message' && row.message.isForwarded;

const follows = (row: PictureRow, before: PictureRow, seen: SeenPictures): boolean => {
  if (row.starts || isForwarded(row) !== isForwarded(before)) return false;
  // On a slow network the first of an album is stored long before the last.
  const album = seen.get(row.key);
  if (album && album === seen.get(before.key)) return true;
  return Date.parse(dateOf(row)) - Date.parse(dateOf(before)) <= maxGapMs;
};

const isMessage = (row: PictureRow): row is MessageRow => row.kind === 'message';
const isOutgoing = (row: PictureRow): row is OutgoingRow => row.kind === 'outgoing';

function albumOf(first: PictureRow, run: readonly PictureRow[]): PictureRow {
  const pending = run.filter(isOutgoing).map(({ entry }) => entry);
  if (first.kind === 'outgoing') return { ...first, album: pending };
  const album = run.filter(isMessage).map(({ message }) => message);
  return pending.length > 0 ? { ...first, album, pending } : { ...first, album };
}

/**
 * Combines four or more pictures of one sender that were sent together into one row, under the key of the first;
 * outgoing ones are included from the start. A picture that was seen single stays so, so that nothing moves while it is
 * read.
 */
export function withAlbums(rows: readonly ThreadRow[], seen: SeenPictures = new Map()): ThreadRow[] {
  const laid: ThreadRow[] = [];
  let run: PictureRow[] = [];
  const close = (): void => {
    const [first] = run;
    if (first && run.length >= minAlbum) laid.push(albumOf(first, run));
    else laid.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (!isPicture(row) || seen.get(row.key) === '') {
      close();
      laid.push(row);
      continue;
    }
    const last = run.at(-1);
    if (last && !follows(row, last, seen)) close();
    run.push(row);
  }
  close();
  return laid;
}

const keyOf = ({ clientId, id }: MessageView): string => clientId ?? String(id);

/** Records how the pictures of these rows are shown; those of an album belong to it from then on. */
export function noteSeen(rows: readonly ThreadRow[], seen: SeenPictures): void {
  for (const row of rows) {
    if (row.kind !== 'message' && row.kind !== 'outgoing') continue;
    if (row.album) {
      const keys =
        row.kind === 'outgoing'
          ? row.album.map(({ clientId }) => clientId)
          : [...row.album.map(keyOf), ...(row.pending ?? []).map(({ clientId }) => clientId)];
      for (const key of keys) seen.set(key, row.key);
    } else if (isPicture(row) && !seen.has(row.key)) seen.set(row.key, '');
  }
}

/** Returns the messages that a row shows. */
export const messagesIn = ({ message, album }: MessageRow): readonly MessageView[] => album ?? [message];

export const shows = (row: ThreadRow, messageId: number): boolean =>
  row.kind === 'message' && messagesIn(row).some(({ id }) => id === messageId);
