import {
  Document16Regular,
  Image16Regular,
  Mic16Regular,
  Sticker16Regular,
  Video16Regular,
} from '@fluentui/react-icons';
import type { FluentIcon } from '@fluentui/react-icons';
import type { MediaKind } from './chat-message.ts';

/** The icon of each kind, 16 px, for previews. */
export const mediaIcons: Readonly<Record<MediaKind, FluentIcon>> = {
  image: Image16Regular,
  audio: Mic16Regular,
  video: Video16Regular,
  document: Document16Regular,
  sticker: Sticker16Regular,
};

export const isMediaKind = (type: string | null): type is MediaKind => type !== null && type in mediaIcons;
