import type { ChatMessage } from '../../contract.ts';
import { element, icon } from './element.ts';
import { icons } from './icons.ts';

type Media = NonNullable<ChatMessage['media']>;

export const fileSize = (bytes: number, language: string): string => {
  const units = ['byte', 'kilobyte', 'megabyte'] as const;
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
};

export const fileCard = (name: string, hint: string): HTMLElement[] => [
  element('span', { class: 'file-icon' }, icon(icons.file, 20)),
  element(
    'span',
    { class: 'file-text' },
    element('span', { class: 'file-name', text: name }),
    element('span', { class: 'file-hint', text: hint }),
  ),
];

/** Previews a picture that is not uploaded yet; undefined for types that browsers do not display. */
export const picturePreview = (file: File): HTMLImageElement | undefined => {
  if (!/^image\/(png|jpeg|webp|gif)$/.test(file.type)) return undefined;
  const address = URL.createObjectURL(file);
  const done = () => URL.revokeObjectURL(address);
  return element('img', { attributes: { src: address, alt: file.name }, on: { load: done, error: done } });
};

const widestPicture = 296;
const highestPicture = 260;

/** Reserves the picture’s space, so that nothing moves when it loads. */
const reserveSpace = (image: HTMLImageElement, { width, height }: NonNullable<Media['picture']>): void => {
  const scale = Math.min(widestPicture / width, highestPicture / height, 1);
  image.style.setProperty('width', `${Math.max(120, Math.round(width * scale))}px`);
  image.style.setProperty('height', `${Math.max(60, Math.round(height * scale))}px`);
};

const openAt = (href: string, label: string) => ({
  href,
  target: '_blank',
  rel: 'noopener noreferrer',
  'aria-label': label,
});

/** Renders a file in the best way for its type. `href` is its complete address. */
export const shownMedia = (
  media: Media,
  href: string,
  texts: { download: string; photo: string; language: string },
): HTMLElement => {
  const { name, type, mime, size } = media;
  if (type === 'image' || type === 'sticker') {
    const image = element('img', {
      attributes: { src: href, alt: `${texts.photo}: ${name}`, loading: 'lazy', referrerpolicy: 'no-referrer' },
    });
    if (media.picture) reserveSpace(image, media.picture);
    return element('a', { class: 'picture', attributes: openAt(href, `${texts.photo}: ${name}`) }, image);
  }
  if (type === 'audio')
    return element('audio', { attributes: { src: href, controls: true, preload: 'metadata', 'aria-label': name } });
  if (type === 'video' && mime !== 'video/quicktime') {
    return element('video', {
      attributes: { src: href, controls: true, preload: 'metadata', playsinline: true, 'aria-label': name },
    });
  }
  return element(
    'a',
    { class: 'file', attributes: openAt(href, texts.download.replace('{{name}}', name)) },
    ...fileCard(name, fileSize(size, texts.language)),
  );
};
