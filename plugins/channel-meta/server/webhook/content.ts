import type { Scope } from '@balcao/sdk/server';
import type { InboundMessage, MediaType, MessageContext, MessageData } from '@balcao/connections/contract';
import type { WireAttachment, WireMessage } from './envelope.ts';

/** A file that is still at Meta. */
export interface WaitingMedia {
  url: string;
  type: MediaType;
  name: string;
}
/** The content of one of Meta’s messages. */
export interface Content extends Pick<InboundMessage, 'context'> {
  body: string;
  data?: MessageData;
  medias: WaitingMedia[];
}

const fileTypes: Readonly<Record<string, MediaType>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'document',
  sticker: 'sticker',
};
const postTypes: Readonly<Record<string, 'post' | 'reel'>> = {
  share: 'post',
  post: 'post',
  ig_post: 'post',
  reel: 'reel',
  ig_reel: 'reel',
};
const storyTypes = new Set(['ig_story', 'story']);

/** The part that one attachment adds to the message. */
interface Part {
  line?: string;
  data?: MessageData;
  media?: WaitingMedia;
  context?: MessageContext;
}

const nameIn = (url: string): string => {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  return /\.[a-z0-9]{2,5}$/i.test(last) ? decodeURIComponent(last.replace(/%(?![0-9a-f]{2})/gi, '')).slice(-120) : '';
};

const contextOf = (kind: MessageContext['kind'], { payload, title }: WireAttachment): MessageContext => {
  const id = payload?.ig_post_media_id ?? payload?.reel_video_id ?? payload?.id;
  const headline = payload?.title ?? title;
  return {
    kind,
    ...(id && { id }),
    ...(payload?.url && { url: payload.url }),
    ...(headline && { title: headline }),
  };
};

const location = ({ payload, title }: WireAttachment): Part | undefined => {
  const at = payload?.coordinates;
  if (!at || Math.abs(at.lat) > 90 || Math.abs(at.long) > 180) return undefined;
  return {
    data: { kind: 'location', latitude: at.lat, longitude: at.long, ...(title && { name: title.slice(0, 500) }) },
  };
};

const partOf = (attachment: WireAttachment, scope: Scope): Part => {
  const { type, payload, title } = attachment;
  const url = payload?.url;
  const file = fileTypes[type];
  if (file && url) return { media: { url, type: file, name: nameIn(url) || scope.t(`file.${file}`) } };
  const post = postTypes[type];
  if (post)
    return { line: payload?.title ?? title ?? scope.t(`inbound.${post}`), context: contextOf(post, attachment) };
  if (type === 'story_mention')
    return { line: scope.t('inbound.storyMention'), context: contextOf('story-mention', attachment) };
  if (storyTypes.has(type)) return { line: scope.t('inbound.story'), context: contextOf('story', attachment) };
  const place = location(attachment);
  if (place) return place;
  const elements = (payload?.elements ?? []).flatMap((one) => [one.title ?? '', one.subtitle ?? '']);
  const lines = [title ?? payload?.title ?? '', ...elements, attachment.url ?? url ?? ''].filter(Boolean);
  if (lines.length > 0) return { line: lines.join('\n') };
  return { line: scope.t(type === 'appointment_booking' ? 'inbound.appointment' : 'inbound.unsupported') };
};

/** Until August 2026 a sticker came as picture and as sticker: the picture is left out. */
const withoutDoubles = (attachments: readonly WireAttachment[]): readonly WireAttachment[] =>
  attachments.some(({ type }) => type === 'sticker')
    ? attachments.filter(({ type, payload }) => type !== 'image' || payload?.sticker_id === undefined)
    : attachments;

/** Returns the content of a message. An unknown kind becomes a text that says so, and is not lost. */
export const contentOf = (message: WireMessage, scope: Scope): Content => {
  if (message.is_unsupported) return { body: scope.t('inbound.unsupported'), medias: [] };
  const parts = withoutDoubles(message.attachments).map((one) => partOf(one, scope));
  const written = message.text?.trim() ?? '';
  const hasMedia = parts.some(({ media }) => media);
  const lines = parts.flatMap(({ line }) => (line && line !== written ? [line] : []));
  const body = [written, ...lines].filter(Boolean).join('\n');
  const data = parts.find((part) => part.data)?.data;
  const story = message.reply_to?.story;
  const context: MessageContext | undefined = story
    ? { kind: 'story', ...(story.id && { id: story.id }), ...(story.url && { url: story.url }) }
    : parts.find((part) => part.context)?.context;
  return {
    body: body || hasMedia || data ? body : scope.t(story ? 'inbound.storyReply' : 'inbound.unsupported'),
    medias: parts.flatMap(({ media }) => (media ? [media] : [])),
    ...(data && { data }),
    ...(context && { context }),
  };
};
