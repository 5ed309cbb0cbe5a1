import type { ChatMessage } from '../../contract.ts';
import type { Chat } from '../chat.ts';
import { cachedFile } from '../file-storage.ts';
import type { WaitingMessage } from '../waiting-message.ts';
import { element, screenReaderText, icon } from './element.ts';
import { icons } from './icons.ts';
import { fileCard, fileSize, picturePreview, shownMedia } from './media.ts';
import { richText } from './rich-text.ts';

const togetherMs = 5 * 60_000;

/** One bubble, and the key that decides if it must be rendered again. */
export interface Row {
  id: string;
  signature: string;
  draw(): HTMLElement;
}

interface Line {
  id: string;
  from: 'visitor' | 'company';
  author: string | null;
  at: string;
  message?: ChatMessage;
  waiting?: WaitingMessage;
}

const linesOf = (chat: Chat): Line[] => {
  const storedEntries = chat.thread
    .all()
    .map((message): Line => ({ id: message.id, from: message.from, author: message.author, at: message.at, message }));
  const known = new Set(storedEntries.map(({ id }) => id));
  const waiting = chat.waiting().filter(({ id }) => !known.has(id));
  return [
    ...storedEntries,
    ...waiting.map((entry): Line => ({ id: entry.id, from: 'visitor', author: null, at: entry.at, waiting: entry })),
  ];
};

const belong = (one: Line | undefined, other: Line | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.from === other.from &&
  one.author === other.author &&
  Math.abs(Date.parse(other.at) - Date.parse(one.at)) < togetherMs &&
  new Date(one.at).toDateString() === new Date(other.at).toDateString();

const dayName = (at: string, chat: Chat): string => {
  const { texts, language } = chat.config;
  const daysAgo = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (daysAgo <= 0) return texts.today;
  if (daysAgo === 1) return texts.yesterday;
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...year }).format(new Date(at));
};

type Stage = 'sending' | 'failed' | 'sent' | 'read';

const stageOf = (line: Line, chat: Chat): Stage => {
  if (line.waiting) return line.waiting.failure === undefined ? 'sending' : 'failed';
  return line.at <= chat.thread.readAt ? 'read' : 'sent';
};

const marks: Record<Stage, string> = {
  sending: icons.waiting,
  failed: icons.warning,
  sent: icons.tick,
  read: icons.ticks,
};

const meta = (line: Line, stage: Stage, chat: Chat): HTMLElement => {
  const { texts, language } = chat.config;
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(line.at));
  const time = element('time', {
    text: clock,
    attributes: { datetime: line.at, title: new Date(line.at).toLocaleString(language) },
  });
  const mine =
    line.from === 'visitor' &&
    element('span', { class: `mark ${stage}` }, icon(marks[stage], 16), screenReaderText(texts[stage]));
  return element('div', { class: 'meta' }, time, mine);
};

const why = (entry: WaitingMessage, chat: Chat): string => {
  const { texts, maxFileBytes, language } = chat.config;
  return texts[entry.failure ?? 'refused'].replace('{{size}}', fileSize(maxFileBytes, language));
};

const failure = (entry: WaitingMessage, chat: Chat): HTMLElement => {
  const { texts } = chat.config;
  const again = element('button', {
    text: texts.retry,
    attributes: { type: 'button' },
    on: { click: () => chat.outbox.retry(entry.id) },
  });
  const discard = element('button', {
    text: texts.discard,
    attributes: { type: 'button' },
    on: { click: () => chat.outbox.drop(entry.id) },
  });
  return element(
    'div',
    { class: 'failure', attributes: { role: 'alert' } },
    `${texts.failed}. ${why(entry, chat)} `,
    (entry.failure === 'refused' || entry.failure === 'noRoom') && again,
    discard,
  );
};

const waitingFile = ({ id, file, failure: refused }: WaitingMessage, chat: Chat): HTMLElement | undefined => {
  if (!file) return undefined;
  const part = chat.outbox.progress.get(id) ?? 0;
  const bar =
    refused === undefined &&
    element('progress', { attributes: { max: '1', value: String(part), 'aria-label': file.name, 'data-file': id } });
  const bytes = cachedFile(id);
  const picture = bytes && picturePreview(bytes);
  if (picture) return element('div', { class: 'picture' }, picture, bar);
  return element('div', { class: 'file' }, ...fileCard(file.name, fileSize(file.size, chat.config.language)), bar);
};

const content = (line: Line, chat: Chat): (Node | string)[] => {
  const { texts, language } = chat.config;
  const { message, waiting } = line;
  if (message?.deleted) return [element('em', { text: texts.deleted })];
  const body = message?.body ?? waiting?.body ?? '';
  const media = message?.media
    ? shownMedia(message.media, chat.server.media(message.media.url), {
        download: texts.download,
        photo: texts.photo,
        language,
      })
    : waiting && waitingFile(waiting, chat);
  return [...(media ? [media] : []), ...(body === '' ? [] : [element('div', { class: 'text' }, ...richText(body))])];
};

const draw = (line: Line, shape: { isFirst: boolean; isLast: boolean }, stage: Stage, chat: Chat): HTMLElement => {
  const { texts, title } = chat.config;
  const isMine = line.from === 'visitor';
  const author =
    !isMine &&
    shape.isFirst &&
    line.author !== null &&
    element('div', { class: 'author', text: line.author, attributes: { 'aria-hidden': 'true' } });
  const bubble = element('div', { class: `bubble${line.message?.deleted ? ' gone' : ''}` }, ...content(line, chat));
  const kind = [
    isMine ? 'mine' : 'theirs',
    shape.isFirst && 'first',
    shape.isLast && 'last',
    stage === 'failed' && 'refused',
  ]
    .filter(Boolean)
    .join(' ');
  return element(
    'div',
    { class: `row ${kind}` },
    screenReaderText(`${isMine ? texts.you : (line.author ?? title)}: `),
    author,
    bubble,
    line.waiting?.failure !== undefined && failure(line.waiting, chat),
    (shape.isLast || stage === 'failed' || stage === 'sending') && meta(line, stage, chat),
  );
};

/** Addresses of files expire after hours: a row is rendered again for a new one, but not for every new one. */
const linkAge = (url: string): number => Math.floor(Number(/[?&]e=(\d+)/.exec(url)?.[1] ?? 0) / (3 * 3600));

/** Returns days and bubbles, top to bottom. */
export const rowsOf = (chat: Chat): Row[] => {
  const lines = linesOf(chat);
  const rows = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const shape = { isFirst: !belong(before, line), isLast: !belong(line, lines[index + 1]) };
    const stage = stageOf(line, chat);
    const day = dayName(line.at, chat);
    const opensDay = before === undefined || dayName(before.at, chat) !== day;
    const { message, waiting } = line;
    const signature = [
      shape.isFirst,
      shape.isLast,
      line.from === 'visitor' && stage,
      message?.deleted,
      message?.body ?? waiting?.body,
      message?.media && linkAge(message.media.url),
      waiting?.failure,
      !message,
      line.author,
    ].join('|');
    const row: Row = { id: line.id, signature, draw: () => draw(line, shape, stage, chat) };
    if (!opensDay) return [row];
    return [{ id: `day ${day}`, signature: '', draw: () => element('div', { class: 'day', text: day }) }, row];
  });
  if (!chat.thread.isClosed || lines.length === 0) return rows;
  const { closed } = chat.config.texts;
  return [...rows, { id: 'closed', signature: '', draw: () => element('div', { class: 'closed', text: closed }) }];
};
