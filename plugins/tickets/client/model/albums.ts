import type { MessageView } from '../../contract.ts';
import type { ThreadRow } from './thread.ts';

const least = 4;
/** Milliseconds between two pictures that were sent in one go. */
const together = 60_000;

type MessageRow = Extract<ThreadRow, { kind: 'message' }>;

/** Nothing is said with it or about it that would be lost in a grid. */
const isBare = (message: MessageView): boolean =>
  message.mediaType === 'image' &&
  message.mediaUrl !== null &&
  message.body === '' &&
  message.subject === null &&
  !message.isDeleted &&
  message.failure === null &&
  message.quotedMsg === null &&
  message.messageReact.length === 0;

const follows = (row: MessageRow, { message: before }: MessageRow): boolean =>
  !row.starts &&
  row.message.isForwarded === before.isForwarded &&
  Date.parse(row.message.createdAt) - Date.parse(before.createdAt) <= together;

/** Four and more pictures of one sender in one go become one row, under the name of the first. */
export function withAlbums(rows: readonly ThreadRow[]): ThreadRow[] {
  const laid: ThreadRow[] = [];
  let run: MessageRow[] = [];
  const close = (): void => {
    const [first] = run;
    if (first && run.length >= least) laid.push({ ...first, album: run.map(({ message }) => message) });
    else laid.push(...run);
    run = [];
  };
  for (const row of rows) {
    const fits = row.kind === 'message' && isBare(row.message);
    const last = run.at(-1);
    if (!fits || (last && !follows(row, last))) close();
    if (fits) run.push(row);
    else laid.push(row);
  }
  close();
  return laid;
}

/** The messages that a row shows. */
export const messagesIn = ({ message, album }: MessageRow): readonly MessageView[] => album ?? [message];

export const shows = (row: ThreadRow, messageId: number): boolean =>
  row.kind === 'message' && messagesIn(row).some(({ id }) => id === messageId);
